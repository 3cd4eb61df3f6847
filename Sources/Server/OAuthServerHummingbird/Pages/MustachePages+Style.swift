extension MustachePages {
  /// The built-in style sheet. It uses the device's own fonts, and sizes that follow the user's
  /// text size. The contrast is at least 4.5 to 1 in light and dark mode (WCAG 2.2, 1.4.3).
  static let style = """
    :root {
      color-scheme: light dark;
      --page: #f3f4f6; --card: #ffffff; --text: #1f2328; --soft: #57606a; --line: #8c959f;
      --accent: #0b5cad; --on-accent: #ffffff; --bad: #a40e26; --bad-page: #ffebe9;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0d1117; --card: #161b22; --text: #e6edf3; --soft: #9da7b3; --line: #6e7681;
        --accent: #79b8ff; --on-accent: #0d1117; --bad: #ffa198; --bad-page: #3d1418;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
      background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
    }
    main {
      width: 100%; max-width: 26rem; padding: 2rem; overflow-wrap: anywhere;
      background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem;
    }
    h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; }
    h2 { margin: 1.5rem 0 0.5rem; font-size: 1.125rem; }
    h3 { margin: 1rem 0 0.25rem; font-size: 1rem; }
    p { margin: 0 0 1rem; }
    ul { margin: 0 0 1rem; padding-inline-start: 1.25rem; }
    label { display: block; margin: 0 0 0.25rem; font-weight: 600; }
    input {
      display: block; width: 100%; margin: 0 0 1rem; padding: 0.6rem 0.75rem; font: inherit;
      color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 0.4rem;
    }
    button {
      padding: 0.6rem 1.1rem; font: inherit; font-weight: 600; cursor: pointer;
      color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 0.4rem;
    }
    button.quiet { color: var(--text); background: transparent; border-color: var(--line); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0.5rem 0 1.5rem; }
    .logo { display: block; width: 3rem; height: 3rem; margin: 0 0 0.75rem; border-radius: 0.4rem; \
    object-fit: contain; }
    .lead bdi { font-weight: 600; }
    a { color: var(--accent); }
    .links a { margin-inline-end: 1rem; }
    .problem { padding: 0.6rem 0.75rem; color: var(--bad); background: var(--bad-page); border-radius: 0.4rem; }
    .code { font: 600 1.5rem/1.5 ui-monospace, monospace; letter-spacing: 0.1em; text-align: center; }
    .address { font-size: 1rem; letter-spacing: 0; }
    .qr { display: block; width: 100%; max-width: 16rem; margin: 0 auto 1rem; background: #ffffff; \
    border-radius: 0.4rem; }
    .qr path { fill: #000000; }
    .small { margin: 0 0 0.5rem; color: var(--soft); font-size: 0.875rem; }
    @media (max-width: 30rem) {
      body { padding: 0.5rem; place-items: start center; }
      main { padding: 1rem; }
      h1 { margin: 0 0 0.5rem; font-size: 1.25rem; }
      ul, input { margin-bottom: 0.625rem; }
    }
    """
}
