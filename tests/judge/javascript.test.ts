import { afterAll, describe, expect, it } from 'vitest'
import { openJudge, submit, verdictsOf } from './judging.ts'

const judge = openJudge()
afterAll(() => judge.close())

/** Runs a program. @returns its output, errors and verdict */
async function run(source: string, input = '') {
  const outcome = await submit(judge, 'javascript', source, [{ input }])
  if (outcome.kind === 'compile_error') return { output: '', error: outcome.message, verdict: 'compile_error' }
  if (outcome.kind !== 'judged') throw new Error(outcome.message)
  const [first] = outcome.cases
  return { output: first?.output, error: first?.error, verdict: first?.verdict }
}

describe('ways to read input', () => {
  const input = '3 4\nhello wörld\n\nlast'
  const everyLine = '3 4|hello wörld||last'
  it.each([
    ['fs.readFileSync(0)', `console.log(require('fs').readFileSync(0).toString().split('\\n').join('|'))`],
    ['/dev/stdin', `console.log(require('fs').readFileSync('/dev/stdin', 'utf8').split('\\n').join('|'))`],
    [
      'node:fs with options',
      `console.log(require('node:fs').readFileSync(0, { encoding: 'utf-8' }).split('\\n').join('|'))`,
    ],
    [
      'readline, line by line',
      `const l = []; require('readline').createInterface({ input: process.stdin, output: process.stdout, terminal: false }).on('line', (x) => l.push(x)).on('close', () => console.log(l.join('|')))`,
    ],
    [
      'readline, for await',
      `(async () => { const l = []; for await (const x of require('readline').createInterface({ input: process.stdin })) l.push(x); console.log(l.join('|')) })()`,
    ],
    [
      'readline, questions',
      `const rl = require('readline').createInterface({ input: process.stdin }); rl.question('', (a) => rl.question('', (b) => rl.question('', (c) => rl.question('', (d) => { console.log([a, b, c, d].join('|')); rl.close() }))))`,
    ],
    [
      'readline, promises',
      `const rl = require('readline/promises').createInterface({ input: process.stdin }); (async () => { const l = []; for (let i = 0; i < 4; i++) l.push(await rl.question('')); console.log(l.join('|')); rl.close() })()`,
    ],
    [
      'events',
      `let all = ''; process.stdin.on('data', (part) => { all += part }); process.stdin.on('end', () => console.log(all.split('\\n').join('|')))`,
    ],
    [
      'events with an encoding',
      `process.stdin.resume(); process.stdin.setEncoding('utf8'); let all = ''; process.stdin.on('data', (part) => (all += part)).on('end', () => console.log(all.split('\\n').join('|')))`,
    ],
    [
      'readable',
      `let all = ''; process.stdin.setEncoding('utf8').on('readable', () => { let part; while ((part = process.stdin.read()) !== null) all += part }); process.stdin.on('end', () => console.log(all.split('\\n').join('|')))`,
    ],
    [
      'for await over the stream',
      `(async () => { let all = ''; for await (const part of process.stdin) all += part; console.log(all.split('\\n').join('|')) })()`,
    ],
    [
      'import',
      `import fs, { readFileSync } from 'fs'\nimport * as readline from 'node:readline'\nconst text = await Promise.resolve(readFileSync(0, 'utf8'))\nconsole.log(typeof fs.existsSync, typeof readline.createInterface)\nconsole.log(text.split('\\n').join('|'))`,
    ],
  ])('%s', async (_name, source) => {
    const { output, error } = await run(source, input)
    expect(error).toBe('')
    expect(output?.trimEnd().split('\n').at(-1)).toBe(everyLine)
  })
})

describe('program output', () => {
  // Each output was compared with Node's.
  it.each([
    ['[1, 2, 3]', '[ 1, 2, 3 ]'],
    [
      `{ a: 1, 'b c': 'x', d: [undefined, null], e: { f: { g: { h: 1 } } } }`,
      "{ a: 1, 'b c': 'x', d: [ undefined, null ], e: { f: { g: [Object] } } }",
    ],
    ['new Map([[1, "a"]]), new Set([1, "b"])', "Map(1) { 1 => 'a' } Set(2) { 1, 'b' }"],
    ['"text", 1.5, -0, 10n, true, null, undefined, Symbol("s")', 'text 1.5 -0 10n true null undefined Symbol(s)'],
    ['[], {}, [[]], [[1, [2, [3, [4]]]]]', '[] {} [ [] ] [ [ 1, [ 2, [Array] ] ] ]'],
    [
      'new (class Point { x = 1 })(), () => 1, function named() {}, class A {}',
      'Point { x: 1 } [Function (anonymous)] [Function: named] [class A]',
    ],
    ['"%s is %d years, %i, %j %%", "Ann", 4.5, 4.5, { a: 1 }, "more"', 'Ann is 4.5 years, 4, {"a":1} % more'],
    ['[1.5, "it\'s", `"`]', `[ 1.5, "it's", '"' ]`],
    [
      'new Uint8Array(3), new Array(3), [1, , 2]',
      'Uint8Array(3) [ 0, 0, 0 ] [ <3 empty items> ] [ 1, <1 empty item>, 2 ]',
    ],
    ['(() => { const a = { b: [] }; a.b.push(a); return a })()', '<ref *1> { b: [ [Circular *1] ] }'],
    ['new Date(0), /a+/g', '1970-01-01T00:00:00.000Z /a+/g'],
    [
      'Array.from({ length: 20 }, (_, i) => i)',
      '[\n   0,  1,  2,  3,  4,  5,  6,\n   7,  8,  9, 10, 11, 12, 13,\n  14, 15, 16, 17, 18, 19\n]',
    ],
  ])('console.log(%s)', async (values, printed) => {
    expect(await run(`console.log(${values})`)).toMatchObject({ output: `${printed}\n`, error: '' })
  })
  it('is written without a line end, in order, and to stderr', async () => {
    const source = `process.stdout.write('a'); console.log('b'); require('fs').writeSync(1, 'c'); require('fs').writeFileSync('/dev/stdout', 'd'); console.error('e')`
    expect(await run(source)).toMatchObject({ output: 'ab\ncd', error: 'e' })
  })
})

describe('the program environment', () => {
  it.each([
    [
      'require.main',
      'function main() { console.log(exports === module.exports) }\nif (require.main === module) main()',
      'true',
    ],
    [
      'structuredClone of every cloneable value, even a circular one',
      `const a = { list: [1, , new Date(0)], map: new Map([[{ k: 1 }, new Set(['x'])]]), bytes: new Float64Array([1.5]), text: Buffer.from('ab'), error: new TypeError('e'), big: 1n }
a.self = a
const b = structuredClone(a)
console.log(b.self === b && b !== a, 1 in b.list, b.list[2].getTime(), b.list[2] !== a.list[2], [...b.map][0][0].k, [...b.map][0][1].has('x'), b.bytes[0], b.bytes !== a.bytes, Buffer.isBuffer(b.text), b.text[1], b.error instanceof TypeError, b.error.message, b.big)
class Point { x = 1; get y() { return 2 } }
console.log(structuredClone(new Point()), structuredClone('text'), structuredClone(undefined), structuredClone(/a/g))
for (const one of [() => 1, Symbol('s'), Promise.resolve(), { f() {} }]) try { structuredClone(one) } catch (error) { console.log(error.name, error.message) }`,
      `true false 0 true 1 true 1.5 true false 98 true e 1n
{ x: 1 } text undefined /a/g
DataCloneError () => 1 could not be cloned.
DataCloneError Symbol(s) could not be cloned.
DataCloneError #<Promise> could not be cloned.
DataCloneError f() {} could not be cloned.`,
    ],
    [
      'path.join and path.normalize',
      `const path = require('node:path')
console.log(path.join('a', '..', '/b/', './c'), path.join(''), path.join('../x', '..', '..'), path.normalize('/../a//b/.'), path.normalize('./'), path.normalize('a/../'))`,
      'b/c . ../.. /a/b ./ ./',
    ],
    [
      'path.resolve and path.relative',
      `import path, { relative } from 'path'
console.log(path.resolve('/a', 'b', '../c'), path.resolve('/x', '/y/'), relative('/a/b/c', '/a/d'), [relative('/a', '/a')], path.posix.sep, path.resolve('a') === process.cwd() + '/a')`,
      `/a/c /y ../../d [ '' ] / true`,
    ],
    [
      'path functions that split a path',
      `const { basename, dirname, extname, parse } = require('path')
console.log(JSON.stringify([basename('/a/b.txt/'), basename('b.txt', '.txt'), basename('.txt', '.txt'), dirname('/a/b/'), dirname('a'), dirname('/a'), dirname(''), extname('a.b.c'), extname('.x'), extname('a.'), extname('..'), extname('/a.b/c'), parse('/home/a.txt'), parse('./a')]))`,
      '["b.txt","b","","/a",".","/",".",".c","",".","","",{"root":"/","dir":"/home","base":"a.txt","ext":".txt","name":"a"},{"root":"","dir":".","base":"a","ext":"","name":"a"}]',
    ],
    [
      'the random functions of crypto',
      `const { randomInt, randomUUID, randomBytes } = require('crypto')
const seen = new Set(Array.from({ length: 500 }, () => randomInt(3, 6)))
console.log([...seen].sort().join(), randomInt(1), /^[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}$/.test(randomUUID()), randomBytes(4).toString('hex').length, crypto.getRandomValues(new Uint32Array(9)).some((n) => n > 65535))
try { randomInt(5, 5) } catch (error) { console.log(error.name) }
randomInt(9, 10, (error, n) => console.log(error, n))`,
      '3,4,5 0 true 8 true\nRangeError\nnull 9',
    ],
    [
      'string_decoder',
      `const { StringDecoder } = require('string_decoder')
const decoder = new StringDecoder('utf8'), bytes = Buffer.from('aé€😀')
console.log(JSON.stringify([...bytes].map((byte) => decoder.write(Buffer.from([byte])))), [decoder.end()], [decoder.end(Buffer.from([0x61, 0xe2]))])`,
      `["a","","é","","","€","","","","😀"] [ '' ] [ 'a�' ]`,
    ],
    [
      'a clear error for a missing module',
      `try { require('zlib') } catch (error) { console.log(error.code, error.message) }`,
      `MODULE_NOT_FOUND Cannot find module 'zlib'`,
    ],
  ])('provides %s', async (_name, source, printed) => {
    expect(await run(source)).toMatchObject({ verdict: 'accepted', output: `${printed}\n`, error: '' })
  })
})

describe('the JavaScript runner', () => {
  it('reports an error’s message and line', async () => {
    const { verdict, error } = await run(
      `const a = 1\nfunction solve() {\n  throw new TypeError('on purpose')\n}\nsolve()`,
    )
    expect(verdict).toBe('runtime_error')
    expect(error).toBe(
      'main.js:3\nTypeError: on purpose\n    at solve (main.js:3:9)\n    at Object.<anonymous> (main.js:5:1)',
    )
  })
  it.each([
    ['in a promise', `(async () => { await null; throw new Error('on purpose') })()`],
    ['in a timer', `setTimeout(() => { throw new Error('on purpose') }, 1)`],
    ['in a listener', `process.stdin.on('end', () => { throw new Error('on purpose') })`],
    ['that is not an Error', `throw 'on purpose'`],
    ['that is not caught', `Promise.reject(new Error('on purpose'))`],
    ['in a module', `import fs from 'fs'\nthrow new Error('on purpose')`],
  ])('reports an error %s', async (_name, source) => {
    const { verdict, error } = await run(source, 'x')
    expect({ verdict, error }).toEqual({ verdict: 'runtime_error', error: expect.stringContaining('on purpose') })
  })
  it.each([
    [
      'process.exit() in the middle',
      `console.log('a'); try { process.exit(0) } catch {} finally { console.log('b') }`,
      'accepted',
      'a\n',
    ],
    ['process.exit(3)', `console.log('a'); process.exit(3)`, 'runtime_error', 'a\n'],
    ['process.exitCode', `process.exitCode = 2; console.log('a')`, 'runtime_error', 'a\n'],
    [
      'timers in order',
      `setImmediate(() => { console.log('b'); const i = setInterval(() => { console.log('i'); clearInterval(i) }, 30); setTimeout(() => console.log('c'), 20) }); Promise.resolve().then(() => console.log('a'))`,
      'accepted',
      'a\nb\nc\ni\n',
    ],
    ['an exit listener', `process.on('exit', (code) => console.log('code', code))`, 'accepted', 'code 0\n'],
    [
      'catching a stack overflow',
      `let d = 0; const down = () => { d++; down() }; try { down() } catch (error) { console.log(error instanceof RangeError, d > 20000) }`,
      'accepted',
      'true true\n',
    ],
  ])('supports %s', async (_name, source, verdict, output) => {
    expect(await run(source)).toMatchObject({ verdict, output })
  })
  it('reports a syntax error’s location', async () => {
    const { verdict, error } = await run('const a = 1\nlet b = = 2')
    expect(verdict).toBe('compile_error')
    expect(error).toMatch(/main\.js:2[\s\S]*Unexpected token '='/)
  })
  it('stops a program that waits forever', async () => {
    const limits = { timeMs: 100, memoryMb: 64 }
    const verdicts = await verdictsOf(judge, 'javascript', 'setInterval(() => {}, 1000)', [{ input: '' }], limits)
    expect(verdicts).toEqual(['time_limit_exceeded'])
  })
  it('continues with the next case after stopping one', async () => {
    const source = `const text = require('fs').readFileSync(0, 'utf8'); if (text === 'hang') for (;;); console.log(text)`
    const cases = ['a', 'hang', 'b'].map((input) => ({ input, expected: input }))
    const verdicts = await verdictsOf(judge, 'javascript', source, cases, { timeMs: 200, memoryMb: 64 })
    expect(verdicts).toEqual(['accepted', 'time_limit_exceeded', 'accepted'])
  })
  it('keeps no state between cases', async () => {
    const source = `globalThis.count = (globalThis.count ?? 0) + 1; Array.prototype.extra = (Array.prototype.extra ?? 0) + 1; console.log(count, [].extra)`
    const cases = Array.from({ length: 3 }, () => ({ input: '', expected: '1 1' }))
    expect(await verdictsOf(judge, 'javascript', source, cases)).toEqual(['accepted', 'accepted', 'accepted'])
  })
})
