"""A Django site with mozilla-django-oidc."""
from place import Application, listens, python_of, run, until
from visitor import Visitor

# What `django-admin startproject` writes, as far as the site needs it.
SETTINGS = """
SECRET_KEY = "{key}"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "urls"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware",
              "django.contrib.auth.middleware.AuthenticationMiddleware"]
DATABASES = {{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": "{folder}/portal.db"}}}}
{settings}
"""
URLS = """
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.urls import include, path

urlpatterns = [path("", login_required(lambda request: HttpResponse("Welcome " + request.user.email)))]
"""


class Portal(Application):
    title = "A Django site"
    python = ["mozilla_django_oidc", "Django==5.2.*", "mozilla-django-oidc==5.0.2"]

    def configure(self):
        self.origin = f"http://127.0.0.1:{self.port}"
        self.place.names["https://portal.example"] = self.origin
        super().configure()
        (self.folder / "settings.py").write_text(SETTINGS.format(
            key=self.place.passphrase, folder=self.folder, settings=self.filled(1)))
        (self.folder / "urls.py").write_text(URLS + self.filled(2))
        # The module uses `requests`, which trusts authorities of its own.
        self.environment = {**self.place.environment, "DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(self.folder),
                            "REQUESTS_CA_BUNDLE": f"{self.place.folder}/certificate.pem"}
        self.program = python_of(type(self)) / "bin/django-admin"
        run([self.program, "migrate"], env=self.environment)

    def start(self):
        self.place.start("portal", [self.program, "runserver", "--noreload", f"127.0.0.1:{self.port}"], env=self.environment)

    def check(self, check):
        until("Django doesn't listen", lambda: listens(self.port))
        for name in ("ada", "eve"):
            page = Visitor(self.place, name).opened(f"{self.origin}/")
            check(f"Django signs {name} in", page.text == f"Welcome {name}@example.org")
        forged = Visitor(self.place, "ada").forging(f"{self.origin}/", f"{self.origin}/oidc/callback/")
        # The module does not handle the error of the token endpoint.
        check("Django rejects a forged code", not isinstance(forged, str) and forged.status == 500)
