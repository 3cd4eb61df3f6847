extension Pages {
  /// The style sheet. It uses fonts that every device has, and the user's own text size. The
  /// contrast is at least 4.5 to 1 in light and dark mode (WCAG 2.2, 1.4.3).
  static let style = """
    :root {
      color-scheme: light dark;
      --page: #f3f4f6; --card: #ffffff; --text: #1f2328; --soft: #57606a; --line: #8c959f;
      --accent: #0b5cad; --on-accent: #ffffff; --notice: #ddf4ff;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0d1117; --card: #161b22; --text: #e6edf3; --soft: #9da7b3; --line: #6e7681;
        --accent: #79b8ff; --on-accent: #0d1117; --notice: #10243e;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
      background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
    }
    main {
      width: 100%; max-width: 26rem; padding: 2rem; overflow-wrap: anywhere; text-align: center;
      background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem;
    }
    h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; }
    p { margin: 0 0 1rem; }
    form { margin: 1.5rem 0; }
    main > :last-child { margin-bottom: 0; }
    button {
      padding: 0.7rem 1.4rem; font: inherit; font-weight: 600; cursor: pointer;
      color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 0.4rem;
    }
    button.quiet { color: var(--text); background: transparent; border-color: var(--line); }
    a { color: var(--accent); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .picture { width: 8rem; height: 8rem; margin: 0 auto 1rem; display: block; border-radius: 50%; object-fit: cover; }
    .initial {
      display: grid; place-items: center; font-size: 3.5rem; color: var(--on-accent); background: var(--accent);
    }
    .notice { padding: 0.6rem 0.75rem; background: var(--notice); border-radius: 0.4rem; }
    .soft { color: var(--soft); }
    .small { color: var(--soft); font-size: 0.875rem; }
    """
}
