#!/usr/bin/python3
"""A stand-in for systemd, which needs a machine of its own: with --init it is process 1 of a sandbox
and runs what the real unit files say; else it is systemctl and passes its command on.

It knows what our units use: targets with Wants and PartOf, sockets that start their service, timers
(each fires every so many seconds as the file /run/timer-seconds says), oneshot, User, WorkingDirectory,
EnvironmentFile as systemd reads it, Environment, StateDirectory, CacheDirectory, ExecStart, ExecReload. It
does not confine services and does not restart those that end."""
import json, os, pwd, select, socket, subprocess, sys, threading, time

SOCKET = '/run/systemctl.sock'
UNIT_FOLDERS = ('/etc/systemd/system', '/usr/local/lib/systemd/system', '/lib/systemd/system')
lock = threading.RLock()
sockets, services, timers, targets = {}, {}, {}, set()


def values(unit, key):
    """All values of a key in a unit file; None when there is no such unit."""
    for folder in UNIT_FOLDERS:
        if os.path.isfile(f'{folder}/{unit}'):
            lines = open(f'{folder}/{unit}').read().splitlines()
            return [line.split('=', 1)[1] for line in lines if line.startswith(f'{key}=')]
    return None


def units():
    found = set()
    for folder in UNIT_FOLDERS[:2]:
        if os.path.isdir(folder):
            found |= {name for name in os.listdir(folder) if os.path.isfile(f'{folder}/{name}')}
    return found


def first(unit, key, default=None):
    return next(iter(values(unit, key) or []), default)


def words_of(unit, key):
    return ' '.join(values(unit, key) or []).split()


def is_up(unit):
    if unit.endswith('.service'):
        return unit in services and services[unit].poll() is None
    return unit in sockets or unit in timers or unit in targets


def start(unit):
    """Returns the process of a oneshot, to wait for."""
    with lock:
        if is_up(unit):
            return services[unit] if first(unit, 'Type') == 'oneshot' else None
        if unit.endswith('.timer'):
            timers[unit] = time.monotonic()
        elif unit.endswith('.target'):
            targets.add(unit)
            for other in words_of(unit, 'Wants'):
                start(other)
        elif unit.endswith('.socket'):
            host, port = first(unit, 'ListenStream').split(':')
            sockets[unit] = socket.create_server((host, int(port)), backlog=4096)
        else:
            for other in words_of(unit, 'Requires'):
                start(other)
            (command,) = values(unit, 'ExecStart')
            services[unit] = spawn(unit, command)
            if first(unit, 'Type') == 'notify':
                # A service of this type must notify that it is ready.
                try:
                    raise RuntimeError(f'{unit} ended with {services[unit].wait(1.5)}')
                except subprocess.TimeoutExpired:
                    pass
            return services[unit] if first(unit, 'Type') == 'oneshot' else None


def environment_of(file):
    import re
    values = {}
    # Unquoted, 'single' and "double" quoted values, and comments: what the tests write.
    for line in open(file).read().splitlines():
        if not line or line[0] in '#;':
            continue
        name, value = line.split('=', 1)
        if value[:1] == '"':
            value = re.sub(r'\\(["\\`$])', r'\1', value[1:-1])
        elif value[:1] == "'":
            value = value[1:-1]
        else:
            value = re.sub(r'\\(.)', r'\1', value)
        values[name] = value
    return values


def spawn(unit, command):
    user = pwd.getpwnam(first(unit, 'User', 'root'))
    env = {'PATH': os.environ['PATH'], 'HOME': user.pw_dir, 'USER': user.pw_name}
    for file in values(unit, 'EnvironmentFile'):
        env.update(environment_of(file))
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
        extra_groups=[], pass_fds=[held.fileno()] if held else [], start_new_session=True)


def stop(unit):
    with lock:
        for other in units():
            if unit in words_of(other, 'PartOf'):
                stop(other)
        targets.discard(unit)
        timers.pop(unit, None)
        if unit in sockets:
            sockets.pop(unit).close()
        child = services.pop(unit, None)
    if child and child.poll() is None:
        # systemd ends the whole process group.
        os.killpg(child.pid, 15)
        child.wait()


def fire_timers():
    while True:
        time.sleep(0.2)
        if not os.path.exists('/run/timer-seconds'):
            continue
        every = float(open('/run/timer-seconds').read())
        with lock:
            for timer, since in timers.items():
                if time.monotonic() - since > every:
                    timers[timer] = time.monotonic()
                    start(timer.replace('.timer', '.service'))


def activate_sockets():
    """Starts the service of a socket to which somebody connects."""
    while True:
        time.sleep(0.05)
        with lock:
            for unit, held in sockets.items():
                service = unit.replace('.socket', '.service')
                if service not in services and select.select([held], [], [], 0)[0]:
                    start(service)


def do(command, *words):
    options = [word for word in words if word[0] == '-']
    units = [word if '.' in word else f'{word}.service' for word in words if word[0] != '-']
    for unit in units:
        if values(unit, 'Description') is None:
            raise RuntimeError(f'Unit {unit} not found.')
        if command == 'is-active':
            if not is_up(unit):
                raise RuntimeError('inactive')
            continue
        if command == 'reload-or-restart' and is_up(unit) and values(unit, 'ExecReload'):
            if spawn(unit, first(unit, 'ExecReload')).wait() != 0:
                raise RuntimeError(f'{unit}: reload failed')
            continue
        if command in ('stop', 'restart', 'reload-or-restart'):
            stop(unit)
        if command in ('start', 'restart', 'reload-or-restart') or '--now' in options:
            oneshot = start(unit)
            if oneshot and '--no-block' not in options and oneshot.wait() != 0:
                raise RuntimeError(f'{unit} failed')


def answer(client):
    try:
        do(*json.loads(client.recv(65536)))
        client.sendall(b'ok')
    except Exception as error:
        client.sendall(f'systemctl: {error}'.encode())
    client.close()


def init():
    server = socket.socket(socket.AF_UNIX)
    server.bind(SOCKET)
    server.listen()
    for work in (fire_timers, activate_sockets):
        threading.Thread(target=work, daemon=True).start()
    print('ready', flush=True)
    while True:
        threading.Thread(target=answer, args=(server.accept()[0],)).start()


if sys.argv[1:] == ['--init']:
    init()
client = socket.socket(socket.AF_UNIX)
client.connect(SOCKET)
client.sendall(json.dumps(sys.argv[1:]).encode())
reply = client.recv(65536).decode()
if reply != 'ok':
    sys.exit(reply)
