import type { Attack } from './attacks.ts'

const small = { timeMs: 500, memoryMb: 64 }
const overLimit = ['time_limit_exceeded', 'memory_limit_exceeded'] as const

/** Files that a program must neither read nor write. */
const hidden = ['/etc/shadow', '/proc/1/environ', '/var/lib/dpkg/status']
const readOnly = ['/box/new', '/usr/new', '/etc/new']
const refused = [...hidden, ...readOnly, 'socket'].map((name) => `${name}: refused`).join('\n')

/** Attacks in the languages that setup does not install, and on the translation of TypeScript. */
export const languageAttacks: Attack[] = [
  {
    name: 'a fork bomb in PHP',
    language: 'php',
    source: '<?php for (;;) pcntl_fork();',
    limits: small,
    ends: overLimit,
  },
  {
    name: 'files and sockets in PHP',
    language: 'php',
    source: `<?php
$say = fn($name, $done) => print("$name: " . ($done === false ? 'refused' : 'done') . "\n");
foreach (${JSON.stringify(hidden)} as $name) $say($name, @file_get_contents($name));
foreach (${JSON.stringify(readOnly)} as $name) $say($name, @file_put_contents($name, 'x'));
$say('socket', @stream_socket_client('tcp://127.0.0.1:80'));`,
    prints: refused,
  },
  {
    name: 'programs and extensions in PHP',
    language: 'php',
    source: `<?php echo json_encode([is_string(@shell_exec('/usr/bin/id')), extension_loaded('curl'), extension_loaded('ffi'), @file_get_contents('http://127.0.0.1/')]);`,
    prints: '[false,false,false,false]',
  },
  {
    name: 'a fork bomb in Ruby',
    language: 'ruby',
    source: 'loop { fork }',
    limits: small,
    ends: [...overLimit, 'runtime_error'],
  },
  {
    name: 'files and sockets in Ruby',
    language: 'ruby',
    source: `require 'socket'
def say(name)
  yield
  puts "#{name}: done"
rescue SystemCallError
  puts "#{name}: refused"
end
${JSON.stringify(hidden)}.each { |name| say(name) { File.read(name) } }
${JSON.stringify(readOnly)}.each { |name| say(name) { File.write(name, 'x') } }
say('socket') { TCPSocket.new('127.0.0.1', 80) }`,
    prints: refused,
  },
  {
    name: 'an endless computation while compiling Haskell',
    language: 'haskell',
    source:
      '{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH\nmain :: IO ()\nmain = print $(let loop n = if n < (0 :: Integer) then n else loop (n + 1) in litE (integerL (loop 0)))',
    ends: ['compile_error'],
  },
  {
    name: 'reading a file of the machine while compiling Haskell',
    language: 'haskell',
    source:
      '{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH\nmain :: IO ()\nmain = putStrLn $(runIO (readFile "/etc/shadow") >>= litE . stringL)',
    ends: ['compile_error'],
  },
  {
    name: 'starting programs in Kotlin',
    language: 'kotlin',
    source:
      'fun main() { println(listOf("/usr/bin/id", "/usr/bin/gcc").map { try { ProcessBuilder(it).start(); "done" } catch (e: java.io.IOException) { "refused" } }) }',
    prints: '[refused, refused]',
  },
  {
    name: 'deeply nested TypeScript',
    language: 'typescript',
    source: `const x: number = ${'('.repeat(30_000)}1${')'.repeat(30_000)}`,
    ends: ['compile_error'],
  },
  {
    name: 'escaping from the isolate in TypeScript',
    language: 'typescript',
    source: `enum Kind { Outer }
const outer = console.log.constructor.constructor('return globalThis')() as Record<string, unknown>
console.log(outer === globalThis, typeof outer.ivm, typeof outer.process?.['dlopen'], Kind.Outer)`,
    prints: 'true undefined undefined 0',
  },
]
