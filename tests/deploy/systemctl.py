#!/usr/bin/python3
"""A stand-in for systemd, which needs a machine of its own: with --init it is process 1 of a sandbox
and runs what the real unit files say; else it is systemctl and passes its command on.

It knows what our units use: sockets, oneshot, User, WorkingDirectory, EnvironmentFile, Environment,
StateDirectory, CacheDirectory, ExecStart, ExecReload. It does not confine services and does not restart those that end."""
import json, os, pwd, socket, subprocess, sys

SOCKET = '/run/systemctl.sock'
UNIT_FOLDERS = ('/etc/systemd/system', '/usr/local/lib/systemd/system', '/lib/systemd/system')
sockets, services = {}, {}


def values(unit, key):
    """All values of a key in a unit file; None when there is no such unit."""
    for folder in UNIT_FOLDERS:
        if os.path.exists(f'{folder}/{unit}'):
            lines = open(f'{folder}/{unit}').read().splitlines()
            return [line.split('=', 1)[1] for line in lines if line.startswith(f'{key}=')]
    return None


def first(unit, key, default=None):
    return next(iter(values(unit, key) or []), default)


def start(unit):
    if unit.endswith('.timer'):
        return
    if unit.endswith('.socket'):
        if unit not in sockets:
            host, port = first(unit, 'ListenStream').split(':')
            sockets[unit] = socket.create_server((host, int(port)), backlog=4096)
        return
    if unit in services and services[unit].poll() is None:
        return
    for command in values(unit, 'ExecStart'):
        child = spawn(unit, command)
        if first(unit, 'Type') != 'oneshot':
            services[unit] = child
        elif child.wait() != 0:
            raise RuntimeError(f'{unit} failed: {command}')


def spawn(unit, command):
    user = pwd.getpwnam(first(unit, 'User', 'root'))
    env = {'PATH': os.environ['PATH'], 'HOME': user.pw_dir, 'USER': user.pw_name}
    for file in values(unit, 'EnvironmentFile'):
        lines = [line for line in open(file).read().splitlines() if line and line[0] != '#']
        env.update(line.split('=', 1) for line in lines)
    env.update(line.split('=', 1) for line in values(unit, 'Environment'))
    for folder in ('State', 'Cache'):
        for name in values(unit, f'{folder}Directory'):
            path = {'State': '/var/lib/', 'Cache': '/var/cache/'}[folder] + name
            os.makedirs(path, exist_ok=True)
            os.chown(path, user.pw_uid, user.pw_gid)
    held = sockets.get(unit.replace('.service', '.socket'))
    if held:
        # The socket is descriptor 3, and LISTEN_PID the process that the shell becomes.
        env['LISTEN_FDS'] = '1'
        command = f'exec 3<&{held.fileno()}; LISTEN_PID=$$ exec {command}'
    log = open(f'/var/log/{unit}.log', 'a')
    return subprocess.Popen(
        ['/bin/sh', '-c', command if held else f'exec {command}'], env=env, stdout=log, stderr=log,
        cwd=first(unit, 'WorkingDirectory', '/'), user=user.pw_uid, group=user.pw_gid,
        extra_groups=[], pass_fds=[held.fileno()] if held else [])


def stop(unit):
    if unit in sockets:
        sockets.pop(unit).close()
    child = services.pop(unit, None)
    if child and child.poll() is None:
        child.terminate()
        child.wait()


def do(command, *words):
    units = [word if '.' in word else f'{word}.service' for word in words if word[0] != '-']
    for unit in units:
        if values(unit, 'Description') is None:
            raise RuntimeError(f'Unit {unit} not found.')
        is_up = unit in services and services[unit].poll() is None
        if command == 'reload-or-restart' and is_up and values(unit, 'ExecReload'):
            if spawn(unit, first(unit, 'ExecReload')).wait() != 0:
                raise RuntimeError(f'{unit}: reload failed')
            continue
        if command in ('stop', 'restart', 'reload-or-restart'):
            stop(unit)
        if command in ('start', 'restart', 'reload-or-restart') or '--now' in words:
            start(unit)


def init():
    server = socket.socket(socket.AF_UNIX)
    server.bind(SOCKET)
    server.listen()
    print('ready', flush=True)
    while True:
        client = server.accept()[0]
        try:
            do(*json.loads(client.recv(65536)))
            client.sendall(b'ok')
        except Exception as error:
            client.sendall(f'systemctl: {error}'.encode())
        client.close()


if sys.argv[1:] == ['--init']:
    init()
client = socket.socket(socket.AF_UNIX)
client.connect(SOCKET)
client.sendall(json.dumps(sys.argv[1:]).encode())
answer = client.recv(65536).decode()
if answer != 'ok':
    sys.exit(answer)
