"""Starts a program as python3 would, but without searching for installed packages, which would
take a third of the startup time.

    start.py         runs /box/main.py
    start.py check   only reports syntax errors, in all Python files there
"""
import builtins
import sys
import _sitebuiltins

PATH = '/box/main.py'


def compiled(path=PATH):
    with open(path, 'rb') as file:
        return compile(file.read(), path, 'exec', dont_inherit=True)


def check():
    # Not imported above: every run would load it, for more than a tenth of its time.
    import os
    try:
        for name in sorted(os.listdir('/box')):
            if name.endswith('.py'):
                compiled('/box/' + name)
    except BaseException as error:
        import traceback
        traceback.print_exception(error, limit=0)
        return 1
    return 0


def show(kind, error, trace):
    # Skip the traceback's first entry, which is from this file.
    rest = trace and trace.tb_next
    sys.__excepthook__(kind, error.with_traceback(rest), rest)


def start():
    main = type(sys)('__main__')
    main.__file__ = PATH
    main.__builtins__ = builtins
    builtins.exit = _sitebuiltins.Quitter('exit', 'Ctrl-D (i.e. EOF)')
    builtins.quit = _sitebuiltins.Quitter('quit', 'Ctrl-D (i.e. EOF)')
    sys.path.insert(0, '/box')
    sys.path.append('/usr/lib/python3/dist-packages')
    sys.argv[0] = PATH
    sys.excepthook = show
    code = compiled()
    sys.modules['__main__'] = main
    return code, main.__dict__


if sys.argv[1:] == ['check']:
    sys.exit(check())
code, names = start()
exec(code, names)
