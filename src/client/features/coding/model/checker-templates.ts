import type { CheckerProtocol, interactorProtocols } from '#shared/coding/comparison.schema.ts'
import type { ProgramLanguage } from '#shared/coding/languages.rules.ts'

/** A starter checker per protocol. Each compares word by word. */
export const checkerTemplates: Record<CheckerProtocol, { language: ProgramLanguage; code: string }> = {
  plain: {
    language: 'python',
    code: `import json
import sys

case = json.load(sys.stdin)
expected = case["expected"].split()
printed = case["output"].split()

# The score is from 0 to 1. Students see the message for sample cases.
if printed == expected:
  result = {"score": 1, "message": "All words match"}
else:
  result = {"score": 0, "message": "The words differ"}
print(json.dumps(result))
`,
  },
  kattis: {
    language: 'python',
    code: `import sys

input_path, expected_path, feedback = sys.argv[1:4]
with open(expected_path) as file:
  expected = file.read().split()
printed = sys.stdin.read().split()

if printed == expected:
  sys.exit(42)
# Students see the message for sample cases.
with open(feedback + "judgemessage.txt", "w") as file:
  file.write("The words differ")
sys.exit(43)
`,
  },
  testlib: {
    language: 'cpp',
    code: `#include "testlib.h"

int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  // inf is the input, ouf the program's output, ans the expected output.
  while (!ans.seekEof()) {
    std::string expected = ans.readToken();
    std::string printed = ouf.readToken();
    if (printed != expected) quitf(_wa, "The words differ");
  }
  quitf(_ok, "All words match");
}
`,
  },
}

/** A starter interactor per protocol: the program guesses a number. */
export const interactorTemplates: Record<
  (typeof interactorProtocols)[number],
  { language: ProgramLanguage; code: string }
> = {
  kattis: {
    language: 'python',
    code: `import sys

input_path, expected_path, feedback = sys.argv[1:4]
with open(input_path) as file:
  number = int(file.read())

def end(code, message):
  # Students see the message for sample cases.
  with open(feedback + "judgemessage.txt", "w") as file:
    file.write(message)
  sys.exit(code)

for tries in range(1, 11):
  line = sys.stdin.readline().strip()
  if not line.isdecimal():
    end(43, "A number was expected")
  guess = int(line)
  if guess == number:
    print("correct", flush=True)
    end(42, f"Found after {tries} tries")
  print("lower" if guess > number else "higher", flush=True)
end(43, "Too many tries")
`,
  },
  testlib: {
    language: 'cpp',
    code: `#include "testlib.h"

int main(int argc, char* argv[]) {
  registerInteraction(argc, argv);
  int number = inf.readInt();
  for (int tries = 1; tries <= 10; tries++) {
    int guess = ouf.readInt();
    if (guess == number) {
      std::cout << "correct" << std::endl;
      quitf(_ok, "Found after %d tries", tries);
    }
    std::cout << (guess > number ? "lower" : "higher") << std::endl;
  }
  quitf(_wa, "Too many tries");
}
`,
  },
}

const allTemplates = [...Object.values(checkerTemplates), ...Object.values(interactorTemplates)]

/** True if the checker's author has not written anything yet. */
export const isTemplate = (code: string): boolean =>
  code.trim() === '' || allTemplates.some((template) => template.code === code)
