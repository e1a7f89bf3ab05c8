import type { ProgramLanguage } from '#shared/coding/languages.rules.ts'

/** The programs that the judge must handle correctly in each language. */
export interface Programs {
  /** Echoes its input line by line. */
  echo: string
  /** Recurses 20,000 times and prints the depth. */
  recursion: string
  /** Sums 4 × 1,000 in four threads and prints 4000; undefined for languages without threads. */
  threads: string | undefined
  /** Exits with an error. */
  failing: string
  broken: string
  endless: string
  /** Allocates memory endlessly. */
  hungry: string
  /** Prints endlessly. */
  chatty: string
}

export const programs: Record<ProgramLanguage, Programs> = {
  javascript: {
    echo: `require('readline').createInterface({ input: process.stdin }).on('line', (line) => console.log(line))`,
    recursion: `const down = (n) => (n === 0 ? 0 : 1 + down(n - 1))\nconsole.log(down(20000))`,
    threads: undefined,
    failing: `const list = undefined\nconsole.log(list.length)`,
    broken: `function ( {`,
    endless: `for (;;) {}`,
    hungry: `const all = []\nfor (;;) all.push(new Array(1000).fill(Math.random()))`,
    chatty: `for (;;) console.log('again and again')`,
  },
  typescript: {
    echo: `import { createInterface } from 'readline'\ncreateInterface({ input: process.stdin }).on('line', (line: string) => console.log(line))`,
    recursion: `const down = (n: number): number => (n === 0 ? 0 : 1 + down(n - 1))\nconsole.log(down(20000))`,
    threads: undefined,
    failing: `const list = undefined as unknown as number[]\nconsole.log(list.length)`,
    broken: `const x: = 5`,
    endless: `for (;;) {}`,
    hungry: `const all: number[][] = []\nfor (;;) all.push(new Array<number>(1000).fill(Math.random()))`,
    chatty: `for (;;) console.log('again and again' as string)`,
  },
  python: {
    echo: `import sys\nfor line in sys.stdin:\n    print(line, end='')`,
    recursion: `import sys\nsys.setrecursionlimit(30000)\ndef down(n):\n    return 0 if n == 0 else 1 + down(n - 1)\nprint(down(20000))`,
    threads: `import threading\ntotal = []\ndef work():\n    for _ in range(1000): total.append(1)\nall = [threading.Thread(target=work) for _ in range(4)]\nfor t in all: t.start()\nfor t in all: t.join()\nprint(len(total))`,
    failing: `print([][1])`,
    broken: `def f(:\n  pass`,
    endless: `while True: pass`,
    hungry: `all = []\nwhile True: all.append('x' * 100000)`,
    chatty: `while True: print('again and again')`,
  },
  java: {
    echo: `import java.io.*;
public class Echo { public static void main(String[] a) throws IOException {
  BufferedReader in = new BufferedReader(new InputStreamReader(System.in)); PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
  for (String line = in.readLine(); line != null; line = in.readLine()) out.println(line);
  out.flush(); } }`,
    recursion: `class Deep { static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); } public static void main(String[] a) { System.out.println(down(20000)); } }`,
    threads: `import java.util.concurrent.atomic.*;
class Threads { public static void main(String[] a) throws Exception { AtomicInteger total = new AtomicInteger(); Thread[] all = new Thread[4];
  for (int i = 0; i < 4; i++) { all[i] = new Thread(() -> { for (int k = 0; k < 1000; k++) total.incrementAndGet(); }); all[i].start(); }
  for (Thread t : all) t.join();
  System.out.println(total.get()); } }`,
    failing: `class Failing { public static void main(String[] a) { int[] list = new int[1]; System.out.println(list[a.length + 1]); } }`,
    broken: `class Broken { public static void main(String[] a) { int x = "text"; } }`,
    endless: `class Endless { public static void main(String[] a) { for (long i = 0; ; i++) if (i < 0) System.out.println(i); } }`,
    hungry: `import java.util.*; class Hungry { public static void main(String[] a) { List<byte[]> all = new ArrayList<>(); for (;;) all.add(new byte[1000000]); } }`,
    chatty: `class Chatty { public static void main(String[] a) { for (;;) System.out.println("again and again, again and again, again and again, again and again"); } }`,
  },
  kotlin: {
    echo: `fun main() { val out = java.io.PrintWriter(System.out.bufferedWriter()); System.\`in\`.bufferedReader().forEachLine { out.println(it) }; out.flush() }`,
    recursion: `fun down(n: Int): Int = if (n == 0) 0 else 1 + down(n - 1)\nfun main() { println(down(20000)) }`,
    threads: `import java.util.concurrent.atomic.AtomicInteger\nimport kotlin.concurrent.thread\nfun main() { val total = AtomicInteger(); val all = List(4) { thread { repeat(1000) { total.incrementAndGet() } } }; all.forEach { it.join() }; println(total.get()) }`,
    failing: `fun main() { println(listOf<Int>()[1]) }`,
    broken: `fun main() { val x: Int = "text" }`,
    endless: `fun main() { var i = 0L; while (true) { i++; if (i < 0) println(i) } }`,
    hungry: `fun main() { val all = ArrayList<ByteArray>(); while (true) all.add(ByteArray(1000000)) }`,
    chatty: `fun main() { while (true) println("again and again, again and again, again and again, again and again") }`,
  },
  cpp: {
    echo: `#include <bits/stdc++.h>\nusing namespace std;\nint main() { ios::sync_with_stdio(false); cin.tie(nullptr); string line; while (getline(cin, line)) cout << line << '\\n'; }`,
    recursion: `#include <iostream>\n__attribute__((noinline)) int down(volatile int n) { return n == 0 ? 0 : 1 + down(n - 1); }\nint main() { std::cout << down(20000) << std::endl; }`,
    threads: `#include <atomic>\n#include <iostream>\n#include <thread>\n#include <vector>\nint main() { std::atomic<int> total{0}; std::vector<std::thread> all; for (int i = 0; i < 4; i++) all.emplace_back([&] { for (int k = 0; k < 1000; k++) total++; }); for (auto &t : all) t.join(); std::cout << total << std::endl; }`,
    failing: `#include <stdexcept>\nint main() { throw std::runtime_error("on purpose"); }`,
    broken: `#include <iostream>\nint main() { std::cout << missing; }`,
    endless: `int main() { for (volatile long i = 0;; i = i + 1) {} }`,
    hungry: `#include <vector>\nint main() { std::vector<char *> all; for (;;) { char *part = new char[1000000]; for (int i = 0; i < 1000000; i += 4096) part[i] = 1; all.push_back(part); } }`,
    chatty: `#include <cstdio>\nint main() { for (;;) puts("again and again"); }`,
  },
  c: {
    echo: `#include <stdio.h>\nint main(void) { static char line[65536]; while (fgets(line, sizeof line, stdin)) fputs(line, stdout); return 0; }`,
    recursion: `#include <stdio.h>\n__attribute__((noinline)) int down(volatile int n) { return n == 0 ? 0 : 1 + down(n - 1); }\nint main(void) { printf("%d\\n", down(20000)); return 0; }`,
    threads: `#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\natomic_int total;\nvoid *work(void *x) { for (int k = 0; k < 1000; k++) total++; return x; }\nint main(void) { pthread_t all[4]; for (int i = 0; i < 4; i++) if (pthread_create(&all[i], 0, work, 0)) return 1; for (int i = 0; i < 4; i++) pthread_join(all[i], 0); printf("%d\\n", total); return 0; }`,
    failing: `int main(void) { return *(volatile int *)0; }`,
    broken: `int main(void) { return missing }`,
    endless: `int main(void) { for (volatile long i = 0;; i = i + 1) {} }`,
    hungry: `#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) { char *part = malloc(1000000); if (!part) return 1; memset(part, 1, 1000000); } }`,
    chatty: `#include <stdio.h>\nint main(void) { for (;;) puts("again and again"); }`,
  },
  csharp: {
    echo: `using System; using System.IO;
class Echo { static void Main() { var output = new StreamWriter(Console.OpenStandardOutput()); string line; while ((line = Console.ReadLine()) != null) output.WriteLine(line); output.Flush(); } }`,
    recursion: `using System; class Deep { static int Down(int n) { return n == 0 ? 0 : 1 + Down(n - 1); } static void Main() { Console.WriteLine(Down(20000)); } }`,
    threads: `using System; using System.Threading; using System.Linq;
class Threads { static int total; static void Main() { var all = Enumerable.Range(0, 4).Select(i => new Thread(() => { for (int k = 0; k < 1000; k++) Interlocked.Increment(ref total); })).ToList(); all.ForEach(t => t.Start()); all.ForEach(t => t.Join()); Console.WriteLine(total); } }`,
    failing: `using System; class Failing { static void Main() { throw new Exception("on purpose"); } }`,
    broken: `class Broken { static void Main() { int x = "text"; } }`,
    endless: `class Endless { static void Main() { for (;;) { } } }`,
    hungry: `using System.Collections.Generic; class Hungry { static void Main() { var all = new List<byte[]>(); for (;;) { var part = new byte[1000000]; for (int i = 0; i < part.Length; i += 4096) part[i] = 1; all.Add(part); } } }`,
    chatty: `using System; class Chatty { static void Main() { for (;;) Console.WriteLine("again and again, again and again, again and again, again and again"); } }`,
  },
  go: {
    echo: `package main\nimport ("bufio"; "os")\nfunc main() { in := bufio.NewScanner(os.Stdin); out := bufio.NewWriter(os.Stdout); defer out.Flush(); for in.Scan() { out.WriteString(in.Text()); out.WriteByte('\\n') } }`,
    recursion: `package main\nimport "fmt"\nfunc down(n int) int { if n == 0 { return 0 }; return 1 + down(n-1) }\nfunc main() { fmt.Println(down(20000)) }`,
    threads: `package main\nimport ("fmt"; "sync"; "sync/atomic")\nfunc main() { var total int64; var all sync.WaitGroup; for i := 0; i < 4; i++ { all.Add(1); go func() { defer all.Done(); for k := 0; k < 1000; k++ { atomic.AddInt64(&total, 1) } }() }; all.Wait(); fmt.Println(total) }`,
    failing: `package main\nfunc main() { var list []int; println(list[1]) }`,
    broken: `package main\nfunc main() { x := 1 }`,
    endless: `package main\nfunc main() { for { } }`,
    hungry: `package main\nfunc main() { var all [][]byte; for { part := make([]byte, 1000000); for i := range part { part[i] = 1 }; all = append(all, part) } }`,
    chatty: `package main\nimport "fmt"\nfunc main() { for { fmt.Println("again and again, again and again, again and again, again and again") } }`,
  },
  rust: {
    echo: `use std::io::{self, BufRead, Write};\nfn main() { let stdin = io::stdin(); let mut out = io::BufWriter::new(io::stdout()); for line in stdin.lock().lines() { writeln!(out, "{}", line.unwrap()).unwrap(); } }`,
    recursion: `#[inline(never)]\nfn down(n: u64) -> u64 { if n == 0 { 0 } else { 1 + down(unsafe { std::ptr::read_volatile(&(n - 1)) }) } }\nfn main() { println!("{}", down(20000)); }`,
    threads: `use std::sync::atomic::{AtomicU32, Ordering}; use std::sync::Arc; use std::thread;\nfn main() { let total = Arc::new(AtomicU32::new(0)); let all: Vec<_> = (0..4).map(|_| { let own = total.clone(); thread::spawn(move || for _ in 0..1000 { own.fetch_add(1, Ordering::SeqCst); }) }).collect(); for t in all { t.join().unwrap(); } println!("{}", total.load(Ordering::SeqCst)); }`,
    failing: `fn main() { let list: Vec<i32> = Vec::new(); println!("{}", list[1]); }`,
    broken: `fn main() { let x: i32 = "text"; }`,
    endless: `fn main() { let mut i: u64 = 0; loop { i = unsafe { std::ptr::read_volatile(&(i + 1)) }; } }`,
    hungry: `fn main() { let mut all: Vec<Vec<u8>> = Vec::new(); loop { all.push(vec![1u8; 1_000_000]); } }`,
    chatty: `fn main() { loop { println!("again and again, again and again, again and again, again and again"); } }`,
  },
  php: {
    echo: `<?php while (($line = fgets(STDIN)) !== false) echo $line;`,
    recursion: `<?php function down($n) { return $n === 0 ? 0 : 1 + down($n - 1); } echo down(20000);`,
    threads: undefined,
    failing: `<?php throw new Exception('on purpose');`,
    broken: `<?php function f( {`,
    endless: `<?php for (;;) {}`,
    hungry: `<?php $all = []; for (;;) $all[] = str_repeat('x', 100000);`,
    chatty: `<?php for (;;) echo "again and again\\n";`,
  },
  ruby: {
    echo: `while (line = gets)\n  print line\nend`,
    recursion: `def down(n)\n  n == 0 ? 0 : 1 + down(n - 1)\nend\nputs down(20000)`,
    threads: `total = Queue.new\n4.times.map { Thread.new { 1000.times { total << 1 } } }.each(&:join)\nputs total.size`,
    failing: `raise 'on purpose'`,
    broken: `def f(`,
    endless: `loop {}`,
    hungry: `all = []\nloop { all << 'x' * 100000 }`,
    chatty: `loop { puts 'again and again' }`,
  },
  haskell: {
    echo: `main :: IO ()\nmain = interact id`,
    recursion: `down :: Int -> Int\ndown 0 = 0\ndown n = 1 + down (n - 1)\nmain :: IO ()\nmain = print (down 20000)`,
    threads: `import Control.Concurrent\nimport Control.Monad\nmain :: IO ()\nmain = do { total <- newMVar (0 :: Int); all <- forM [1 .. 4 :: Int] (\\_ -> do { done <- newEmptyMVar; _ <- forkIO (replicateM_ 1000 (modifyMVar_ total (return . (+ 1))) >> putMVar done ()); return done }); mapM_ takeMVar all; readMVar total >>= print }`,
    failing: `main :: IO ()\nmain = print (head ([] :: [Int]))`,
    broken: `main :: IO ()\nmain = putStrLn 5`,
    endless: `main :: IO ()\nmain = loop 0\nloop :: Int -> IO ()\nloop n = if n < 0 then print n else loop ((n * 75 + 74) \`mod\` 65537)`,
    hungry: `main :: IO ()\nmain = let all = [1 ..] :: [Integer] in print (sum all) >> print (length all)`,
    chatty: `main :: IO ()\nmain = mapM_ putStrLn (repeat "again and again, again and again, again and again, again and again")`,
  },
}

/**
 * Checkers of the plain protocol: full points if output and expected output are equal, else half. They search the JSON
 * instead of parsing it, as most of the languages have no parser.
 */
export const plainCheckers: Record<ProgramLanguage, string> = {
  javascript: `
const { expected, output } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
console.log(JSON.stringify(expected === output ? { score: 1, message: 'same' } : { score: 0.5, message: 'different' }))`,
  typescript: `
import { readFileSync } from 'node:fs'
interface Case { expected: string; output: string }
const { expected, output }: Case = JSON.parse(readFileSync(0, 'utf8'))
enum Message { Same = 'same', Different = 'different' }
console.log(JSON.stringify(expected === output ? { score: 1, message: Message.Same } : { score: 0.5, message: Message.Different }))`,
  python: `
import json, sys
case = json.load(sys.stdin)
same = case['expected'] == case['output']
print(json.dumps({'score': 1 if same else 0.5, 'message': 'same' if same else 'different'}))`,
  java: `
import java.util.Scanner;
class Check { public static void main(String[] a) {
  String text = new Scanner(System.in).useDelimiter("\\\\A").next();
  boolean same = value(text, "expected").equals(value(text, "output"));
  System.out.println("{\\"score\\": " + (same ? "1" : "0.5") + ", \\"message\\": \\"" + (same ? "same" : "different") + "\\"}");
} static String value(String text, String name) { int at = text.indexOf('"' + name + "\\":\\"") + name.length() + 4; return text.substring(at, text.indexOf('"', at)); } }`,
  kotlin: `
fun value(text: String, name: String) = text.substringAfter("\\"$name\\":\\"").substringBefore('"')
fun main() { val text = readLine()!!; val same = value(text, "expected") == value(text, "output")
  println("{\\"score\\": \${if (same) "1" else "0.5"}, \\"message\\": \\"\${if (same) "same" else "different"}\\"}") }`,
  cpp: `
#include <bits/stdc++.h>
using namespace std;
string value(const string &text, const string &name) { size_t at = text.find('"' + name + "\\":\\"") + name.size() + 4; return text.substr(at, text.find('"', at) - at); }
int main() { string text; getline(cin, text); bool same = value(text, "expected") == value(text, "output");
  cout << "{\\"score\\": " << (same ? "1" : "0.5") << ", \\"message\\": \\"" << (same ? "same" : "different") << "\\"}"; }`,
  c: `
#include <stdio.h>
#include <string.h>
static char text[1000], one[100], other[100];
static void value(const char *name, char *to) { sscanf(strstr(text, name) + strlen(name) + 3, "%99[^\\"]", to); }
int main(void) { fgets(text, sizeof text, stdin); value("expected", one); value("output", other);
  puts(strcmp(one, other) == 0 ? "{\\"score\\": 1, \\"message\\": \\"same\\"}" : "{\\"score\\": 0.5, \\"message\\": \\"different\\"}"); }`,
  csharp: `
class Check { static void Main() {
  string text = System.Console.In.ReadToEnd();
  bool same = Value(text, "expected") == Value(text, "output");
  System.Console.WriteLine("{\\"score\\": " + (same ? "1" : "0.5") + ", \\"message\\": \\"" + (same ? "same" : "different") + "\\"}");
} static string Value(string text, string name) { int at = text.IndexOf("\\"" + name + "\\":\\"") + name.Length + 4; return text.Substring(at, text.IndexOf('"', at) - at); } }`,
  go: `
package main
import ("encoding/json"; "fmt"; "os")
func main() {
  var one struct { Expected, Output string }
  json.NewDecoder(os.Stdin).Decode(&one)
  if one.Expected == one.Output { fmt.Println(\`{"score": 1, "message": "same"}\`) } else { fmt.Println(\`{"score": 0.5, "message": "different"}\`) }
}`,
  rust: `
use std::io::Read;
fn value<'a>(text: &'a str, name: &str) -> &'a str { let key = format!("\\"{}\\":\\"", name); let at = text.find(&key).unwrap() + key.len(); let rest = &text[at..]; &rest[..rest.find('"').unwrap()] }
fn main() { let mut text = String::new(); std::io::stdin().read_to_string(&mut text).unwrap();
  let same = value(&text, "expected") == value(&text, "output");
  println!("{{\\"score\\": {}, \\"message\\": \\"{}\\"}}", if same { "1" } else { "0.5" }, if same { "same" } else { "different" }); }`,
  php: `<?php
$case = json_decode(file_get_contents('php://stdin'), true);
$same = $case['expected'] === $case['output'];
echo json_encode(['score' => $same ? 1 : 0.5, 'message' => $same ? 'same' : 'different']);`,
  ruby: `
require 'json'
one = JSON.parse(STDIN.read)
same = one['expected'] == one['output']
puts JSON.generate({ score: same ? 1 : 0.5, message: same ? 'same' : 'different' })`,
  haskell: `
import Data.List
value :: String -> String -> String
value name text = case stripPrefix key text of { Just rest -> takeWhile (/= '"') rest; Nothing -> value name (tail text) } where key = show name ++ ":\\""
main :: IO ()
main = do { text <- getContents; let { same = value "expected" text == value "output" text }; putStrLn (if same then "{\\"score\\": 1, \\"message\\": \\"same\\"}" else "{\\"score\\": 0.5, \\"message\\": \\"different\\"}") }`,
}

/** Programs that guess a number from 1 to 1000 by halving, and read "higher", "lower" or "correct". */
export const guessers: Record<ProgramLanguage, string> = {
  javascript: `
const lines = require('node:readline').createInterface({ input: process.stdin })
let low = 1, high = 1000, guess = 0
const ask = () => { guess = (low + high) >> 1; console.log(guess) }
lines.on('line', (line) => { if (line === 'correct') process.exit(0); if (line === 'lower') high = guess - 1; else low = guess + 1; ask() })
ask()`,
  typescript: `
import { createInterface } from 'node:readline'
const lines = createInterface({ input: process.stdin })
let low: number = 1, high: number = 1000, guess: number = 0
const ask = (): void => { guess = (low + high) >> 1; console.log(guess) }
lines.on('line', (line: string) => { if (line === 'correct') process.exit(0); if (line === 'lower') high = guess - 1; else low = guess + 1; ask() })
ask()`,
  python: `
low, high, answer = 1, 1000, ''
while answer != 'correct':
    guess = (low + high) // 2
    print(guess, flush=True)
    answer = input()
    if answer == 'lower': high = guess - 1
    else: low = guess + 1`,
  java: `
import java.util.Scanner;
class Guess { public static void main(String[] a) { Scanner in = new Scanner(System.in); int low = 1, high = 1000; String answer = "";
  while (!answer.equals("correct")) { int guess = (low + high) / 2; System.out.println(guess); System.out.flush(); answer = in.next(); if (answer.equals("lower")) high = guess - 1; else low = guess + 1; } } }`,
  kotlin: `
fun main() { var low = 1; var high = 1000; var answer = ""
  while (answer != "correct") { val guess = (low + high) / 2; println(guess); System.out.flush(); answer = readLine()!!; if (answer == "lower") high = guess - 1 else low = guess + 1 } }`,
  cpp: `
#include <iostream>
#include <string>
int main() { int low = 1, high = 1000; std::string answer; while (answer != "correct") { int guess = (low + high) / 2; std::cout << guess << std::endl; std::cin >> answer; if (answer == "lower") high = guess - 1; else low = guess + 1; } }`,
  c: `
#include <stdio.h>
#include <string.h>
int main(void) { int low = 1, high = 1000; char answer[20] = ""; while (strcmp(answer, "correct")) { int guess = (low + high) / 2; printf("%d\\n", guess); fflush(stdout); scanf("%19s", answer); if (!strcmp(answer, "lower")) high = guess - 1; else low = guess + 1; } }`,
  csharp: `
class Guess { static void Main() { int low = 1, high = 1000; string answer = ""; while (answer != "correct") { int guess = (low + high) / 2; System.Console.WriteLine(guess); System.Console.Out.Flush(); answer = System.Console.ReadLine(); if (answer == "lower") high = guess - 1; else low = guess + 1; } } }`,
  go: `
package main
import "fmt"
func main() { low, high, answer := 1, 1000, ""; for answer != "correct" { guess := (low + high) / 2; fmt.Println(guess); fmt.Scan(&answer); if answer == "lower" { high = guess - 1 } else { low = guess + 1 } } }`,
  rust: `
use std::io::{self, Write};
fn main() { let (mut low, mut high, mut answer) = (1, 1000, String::new()); while answer != "correct" { let guess = (low + high) / 2; println!("{}", guess); io::stdout().flush().unwrap(); let mut line = String::new(); io::stdin().read_line(&mut line).unwrap(); answer = line.trim().to_string(); if answer == "lower" { high = guess - 1 } else { low = guess + 1 } } }`,
  php: `<?php
$low = 1; $high = 1000; $answer = '';
while ($answer !== 'correct') { $guess = intdiv($low + $high, 2); echo $guess, "\\n"; $answer = trim(fgets(STDIN)); if ($answer === 'lower') $high = $guess - 1; else $low = $guess + 1; }`,
  ruby: `
low, high, answer = 1, 1000, ''
until answer == 'correct'
  guess = (low + high) / 2
  puts guess
  STDOUT.flush
  answer = gets.chomp
  if answer == 'lower' then high = guess - 1 else low = guess + 1 end
end`,
  haskell: `
import System.IO
main :: IO ()
main = hSetBuffering stdout LineBuffering >> ask 1 1000
ask :: Int -> Int -> IO ()
ask low high = do { let { guess = (low + high) \`div\` 2 }; print guess; answer <- getLine; case answer of { "correct" -> return (); "lower" -> ask low (guess - 1); _ -> ask (guess + 1) high } }`,
}
