/** POSIX paths. Runs inside the isolate: see ../../main.ts. */

const sep = '/'
const workingFolder = '/box'
const isAbsolute = (path: string) => path.startsWith(sep)
const withoutEnd = (path: string) => path.replace(/(?<=.)\/+$/, '')

function stepsOf(path: string): string[] {
  const steps: string[] = []
  for (const step of path.split(sep)) {
    if (step === '' || step === '.') continue
    const isUp = step === '..'
    if (isUp && steps.length > 0 && steps.at(-1) !== '..') steps.pop()
    else if (!isUp || !isAbsolute(path)) steps.push(step)
  }
  return steps
}

function normalize(path: string): string {
  const steps = stepsOf(path).join(sep)
  const end = path.endsWith(sep) ? sep : ''
  if (isAbsolute(path)) return steps ? sep + steps + end : sep
  return (steps || '.') + end
}

const join = (...paths: string[]) => normalize(paths.filter(Boolean).join(sep))

function resolve(...paths: string[]): string {
  const from = paths.findLastIndex(isAbsolute)
  const whole = from < 0 ? [workingFolder, ...paths] : paths.slice(from)
  return sep + stepsOf(whole.join(sep)).join(sep)
}

function relative(from: string, to: string): string {
  const [here, there] = [stepsOf(resolve(from)), stepsOf(resolve(to))]
  let shared = 0
  while (shared < here.length && here[shared] === there[shared]) shared++
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join(sep)
}

function basename(path: string, ending = ''): string {
  const whole = withoutEnd(path)
  const base = whole.slice(whole.lastIndexOf(sep) + 1)
  if (path === ending) return ''
  return base !== ending && base.endsWith(ending) ? base.slice(0, base.length - ending.length) : base
}

function dirname(path: string): string {
  const at = withoutEnd(path).lastIndexOf(sep)
  if (at > 0) return path.slice(0, at)
  return at === 0 ? sep : '.'
}

function extname(path: string): string {
  const base = basename(path)
  const at = base.lastIndexOf('.')
  return at > 0 && base !== '..' ? base.slice(at) : ''
}

function parse(path: string) {
  const [base, ext] = [basename(path), extname(path)]
  const dir = dirname(path)
  return {
    root: isAbsolute(path) ? sep : '',
    dir: dir === '.' && !path.startsWith('./') ? '' : dir,
    base,
    ext,
    name: base.slice(0, base.length - ext.length),
  }
}

export const paths = {
  sep,
  delimiter: ':',
  isAbsolute,
  normalize,
  join,
  resolve,
  relative,
  basename,
  dirname,
  extname,
  parse,
}
