"""The databases: one PostgreSQL, or three nodes with Patroni and etcd."""
import contextlib
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

from processes import USER
from harness import ask, descendants, free_port, kill, until  # noqa: I001

PACKAGES = ["postgresql:/usr/lib/postgresql", "haproxy:/usr/sbin/haproxy"]
CLUSTER_PACKAGES = ["patroni:patroni", "etcd-server:etcd", "pgbouncer:/usr/sbin/pgbouncer", "iproute2:ip",
                    "libfaketime:/usr/share/doc/libfaketime", "util-linux:nsenter"]
# Another Patroni than Debian's, version 4 or later. It uses version 3 of etcd's interface.
PATRONI = os.environ.get("PATRONI")
# A killed PostgreSQL would leave files in /dev/shm. These are in its data folder.
SHARED_MEMORY = "mmap"


def prevent_shared_cluster():
    """Debian's package would otherwise start a database for the whole machine."""
    path = Path("/etc/postgresql-common/createcluster.conf")
    if os.getuid() == 0 and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("create_main_cluster = false\n")


def programs():
    """The folder with the programs of the newest PostgreSQL."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def postmaster(data):
    """The process id of the postmaster of a data folder; None if there is none."""
    try:
        number = int((data / "postmaster.pid").read_text().splitlines()[0])
        return number if Path(f"/proc/{number}").exists() else None
    except (OSError, ValueError, IndexError):
        return None


class OnePostgreSQL:
    """The PostgreSQL of Scripts/with/postgresql, which starts it again when it was killed."""

    def __init__(self):
        self.data = Path(os.environ["PIXY_POSTGRESQL"])
        self.uri = f"postgresql://pixy@/pixy?host={self.data}&target_session_attrs=read-write&connect_timeout=2"
        self.uris = [self.uri, self.uri]

    def is_healthy(self):
        return subprocess.run([programs() / "pg_isready", "-q", "-h", self.data]).returncode == 0

    def kill_primary(self):
        former = postmaster(self.data)
        kill(former)
        until("PostgreSQL isn't started again", lambda: postmaster(self.data) not in (None, former) and self.is_healthy(), pause=0.02)


class Node:
    """A machine: a network namespace with an etcd, and a Patroni with its PostgreSQL on a small file system."""

    def __init__(self, folder, number):
        self.folder, self.number, self.name, self.address = folder, number, f"node{number}", f"10.99.0.{number}"
        self.data = self.disk = None

    def create(self):
        for words in (f"netns add {self.name}", f"link add {self.name} type veth peer name eth0 netns {self.name}",
                      f"link set {self.name} master cluster up", f"-n {self.name} address add {self.address}/24 dev eth0",
                      f"-n {self.name} link set eth0 up", f"-n {self.name} link set lo up"):
            subprocess.run(["ip", *words.split()], check=True)
        self.disk = self.folder.make(self.name)
        self.folder.mount(self.disk, "3g")
        self.data = self.disk / "data"
        self.configuration = self.folder.write(f"{self.name}.yml", json.dumps({
            "scope": "pixy", "name": self.name,
            "restapi": {"listen": f"{self.address}:8008", "connect_address": f"{self.address}:8008"},
            # Not `etcd3` with Debian's: with it, Patroni 3.0 replaces the leader key without comparing it. A node that is back from a
            # partition, and still believes that it is the leader, becomes a second primary.
            "etcd3" if PATRONI else "etcd": {"hosts": [f"10.99.0.{number}:2379" for number in (1, 2, 3)]},
            "bootstrap": {
                "dcs": {
                    "ttl": 20, "loop_wait": 1, "retry_timeout": 5, "synchronous_mode": True,
                    "synchronous_mode_strict": os.environ.get("STRICT") == "1", "failsafe_mode": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": {
                        "max_wal_size": "128MB", "max_slot_wal_keep_size": "256MB", "wal_keep_size": "64MB",
                        "wal_receiver_timeout": "5s", "wal_sender_timeout": "5s", "tcp_user_timeout": "5s",
                        # A standby that finds no primary, or no slot yet, tries again soon.
                        "wal_retrieve_retry_interval": "200ms"}}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"]},
            "postgresql": {
                "listen": f"{self.address}:5432", "connect_address": f"{self.address}:5432", "data_dir": str(self.data),
                "bin_dir": str(programs()), "pgpass": str(self.disk / "pgpass"),
                "pg_hba": ["local all all trust", "host all all 10.99.0.0/24 trust", "host replication all 10.99.0.0/24 trust"],
                "authentication": {"superuser": {"username": "pixy", "password": "pixy"},
                                   "replication": {"username": "copy", "password": "copy"}},
                "parameters": {"unix_socket_directories": str(self.disk), "dynamic_shared_memory_type": SHARED_MEMORY}}}))

    def start_etcd(self):
        members = ",".join(f"node{number}=http://10.99.0.{number}:2380" for number in (1, 2, 3))
        peer, client = f"http://{self.address}:2380", f"http://{self.address}:2379"
        self.etcd = self.start(f"{self.name}-etcd", [
            "etcd", "--name", self.name, "--data-dir", str(self.disk / "etcd"), "--initial-cluster", members,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--listen-client-urls", client,
            "--advertise-client-urls", client, *([] if PATRONI else ["--enable-v2"]), "--logger", "zap", "--log-level", "error"])

    def start_patroni(self):
        self.patroni = self.start(f"{self.name}-patroni", [PATRONI or "patroni", str(self.configuration)])

    def start(self, name, words):
        """Starts a process in this node's network."""
        # `nsenter` needs root, and changes the user itself.
        inside = ["nsenter", f"--net=/run/netns/{self.name}", "setpriv", f"--reuid={USER['user']}",
                  f"--regid={USER['group']}", "--clear-groups"]
        return self.folder.start(name, [*inside, *words], as_root=True)

    def kill_all(self):
        """Patroni and PostgreSQL end at once, as on a lost machine."""
        self.patroni.kill()
        self.patroni.wait()
        if process := postmaster(self.data):
            for one in (process, *descendants(process)):
                kill(one)

    def connect(self, is_connected):
        subprocess.run(["ip", "link", "set", self.name, "up" if is_connected else "down"], check=True)


class Patroni:
    """Three nodes on a bridge, of which one is the primary and another one the synchronous standby."""

    BOUNCER = """
[databases]
pixy = host=127.0.0.1 port={primary} dbname=pixy user=pixy
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 30
server_connect_timeout = 3
server_login_retry = 1
ignore_startup_parameters = extra_float_digits,options
"""
    # Patroni's own answer to who is the primary.
    PROXY = """
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  # A refused connection would otherwise be tried three times, a second apart, at the server that was the primary.
  retries 0
listen primary
  bind 127.0.0.1:{primary}
  option httpchk GET /primary
  default-server check port 8008 inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  server node1 10.99.0.1:5432
  server node2 10.99.0.2:5432
  server node3 10.99.0.3:5432
"""

    def __init__(self, folder, has_bouncer):
        self.folder = folder
        for words in ("link set lo up", "link add cluster type bridge", "address add 10.99.0.254/24 dev cluster",
                      "link set cluster up"):
            subprocess.run(["ip", *words.split()], check=True)
        self.nodes = [Node(folder, number) for number in (1, 2, 3)]
        for node in self.nodes:
            node.create()
        for node in self.nodes:
            node.start_etcd()
        until("etcd doesn't answer", lambda: ask("http://10.99.0.1:2379/health", timeout=5).status == 200)
        for node in self.nodes:
            node.start_patroni()
        until("Patroni's cluster doesn't become healthy: see node1-patroni.log", self.is_healthy, 180)
        folder.run([programs() / "createdb", "-h", self.primary().address, "-U", "pixy", "pixy"])
        until("a standby doesn't get the database", lambda: all(map(self.has_database, self.nodes)))
        hosts = ",".join(f"{node.address}:5432" for node in self.nodes)
        self.uri = (f"postgresql://pixy@{hosts}/pixy?target_session_attrs=read-write&connect_timeout=2"
                    "&tcp_user_timeout=5000&keepalives_idle=2&keepalives_interval=1&keepalives_count=3")
        self.uris = [self.uri, self.uri]
        if has_bouncer:
            primary, port = free_port(), free_port()
            self.bouncer_file = folder.write("pgbouncer.ini", self.BOUNCER.format(primary=primary, port=port))
            proxy = folder.write("primary.cfg", self.PROXY.format(primary=primary))
            folder.start("primary", [shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f", proxy])
            self.start_bouncer()
            self.uris.append(f"postgresql://pixy@127.0.0.1:{port}/pixy?connect_timeout=5")

    def start_bouncer(self):
        program = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
        self.bouncer = self.folder.start("pgbouncer", [program, self.bouncer_file])

    @staticmethod
    def has_database(node):
        words = [programs() / "psql", "-h", node.address, "-U", "pixy", "-c", "", "pixy"]
        return subprocess.run(words, stderr=subprocess.DEVNULL).returncode == 0

    @staticmethod
    def members_seen_by(node):
        """Patroni's members by name, as a node describes them; none if it doesn't answer."""
        answer = ask(f"http://{node.address}:8008/cluster", timeout=2)
        return {member["name"]: member for member in answer.members["members"]} if answer.status == 200 else {}

    def members(self):
        """Patroni's members by name, as the first node that answers describes them."""
        return next(filter(None, map(self.members_seen_by, self.nodes)), {})

    def with_role(self, *roles):
        names = [name for name, member in self.members().items()
                 if member["role"] in roles and member["state"] in ("running", "streaming")]
        return next((node for node in self.nodes if node.name in names), None)

    def primary(self):
        return self.with_role("leader", "master", "primary")

    def standby(self):
        return self.with_role("sync_standby", "quorum_standby")

    def is_healthy(self):
        # A node that was disconnected describes the past for a moment.
        roles = [{name: member["role"] for name, member in self.members_seen_by(node).items()} for node in self.nodes]
        if not roles[0] == roles[1] == roles[2]:
            return False
        members = self.members().values()
        return (len(members) == 3 and all(member["state"] in ("running", "streaming") for member in members)
                and len({member.get("timeline") for member in members}) == 1 and bool(self.primary() and self.standby()))

    # Faults. Each returns a function that repairs what doesn't repair itself.

    def kill_primary(self):
        node = self.primary()
        former = postmaster(node.data)
        kill(former)
        # Until Patroni notices that, it reports a healthy cluster.
        until("Patroni starts no other postmaster", lambda: postmaster(node.data) not in (None, former))

    def kill_node(self):
        node = self.primary()
        node.kill_all()

        def repair():
            until("no other node becomes the primary", lambda: (self.primary() or node) is not node, 90)
            node.start_patroni()
        return repair

    def switch_over(self):
        primary, standby = self.primary(), self.standby()
        body = {"leader": primary.name, "candidate": standby.name}
        answer = ask(f"http://{primary.address}:8008/switchover", body=body, timeout=60)
        if answer.status != 200:
            print(f"     Patroni refuses a switchover: {answer.status} {answer.text}", flush=True)

    def remove_standby(self):
        node = self.standby()
        node.kill_all()
        return self.later(15, node.start_patroni)

    def lose_etcd(self):
        for node in self.nodes:
            node.etcd.kill()
            node.etcd.wait()

        def repair():
            for node in self.nodes:
                node.start_etcd()
        return self.later(25, repair)

    def restart_bouncer(self):
        self.bouncer.kill()
        self.bouncer.wait()
        self.start_bouncer()

    def fill_disk(self):
        node = self.primary()
        ballast = node.disk / "ballast"
        # The others write too, so the free space is only known when there is none left.
        with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 20))
        return self.later(20, lambda: ballast.unlink(missing_ok=True))

    def disconnect_primary(self):
        node = self.primary()
        node.connect(False)

        def repair():
            until("no other node becomes the primary", lambda: (self.primary() or node) is not node, 90)
            node.connect(True)
        return repair

    @staticmethod
    def later(seconds, repair):
        def wait():
            time.sleep(seconds)
            repair()
        return wait
