import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writePackage } from '#server/features/coding/packages/packages.exports.ts'
import { readPackage } from '#server/features/coding/packages/problem.ts'
import { openArchive } from '#server/features/coding/packages/zip.ts'
import { zip } from '#server/platform/zip/write.ts'
import { type CodingQuestionForm, codingDifficulties, codingQuestionForm } from '#shared/coding/coding.schema.ts'
import { checkerProtocols, comparisons } from '#shared/coding/comparison.schema.ts'
import { groupScorings } from '#shared/coding/groups.schema.ts'
import { languages, programLanguages, verdicts } from '#shared/coding/languages.rules.ts'

const character = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
  fc.constantFrom('\n', '\r\n', '\n\n', '\t', ' ', '"', "'", ':', '#', '- ', '<b>', '$x$', '```', '{', '%', '\u2028'),
  fc.constantFrom('\n## Input\n', '\n## Output\n', '\n## Constraints \n', '\n## Explanation\n', '# Title\n'),
)
const text = fc.array(character, { maxLength: 12 }).map((pieces) => pieces.join(''))
/** A case file's text, which cannot start with a byte order mark or contain NUL bytes. */
const caseText = text.map((some) => `${some}.`).filter((some) => !some.includes('\0') && !some.startsWith('\ufeff'))

const form = fc
  .record({
    title: text,
    description: text,
    difficulty: fc.constantFrom(...codingDifficulties),
    constraints: text,
    input_format: text,
    output_format: text,
    time_limit: fc.integer({ min: 100, max: 30_000 }),
    memory_limit: fc.integer({ min: 64, max: 2_048 }),
    sample_input: text,
    sample_output: text,
    explanation: text,
    tags: fc.array(text, { maxLength: 4 }),
    supported_languages: fc.subarray([...languages], { minLength: 1 }),
    testCases: fc.array(
      fc.record({
        input: caseText,
        expected_output: caseText,
        is_sample: fc.boolean(),
        weight: fc.integer({ min: 1, max: 1_000 }),
        group: fc.constantFrom(undefined, 'small', 'Große'),
      }),
      { minLength: 1, maxLength: 14 },
    ),
    comparison: fc.constantFrom(...comparisons),
    tolerance: fc.constantFrom(undefined, { absolute: 1e-9 }, { absolute: 0, relative: 0.5 }),
    ignore_case: fc.boolean(),
    checker: fc.record({
      language: fc.constantFrom(...programLanguages),
      code: fc.string({ minLength: 1 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
      protocol: fc.constantFrom(...checkerProtocols),
      arguments: fc.constantFrom(['--exact', 'a b', ''], ['1e-6']),
      files: fc.constantFrom(
        [],
        [
          { name: 'testlib.h', content: 'int x;\r\n' },
          { name: 'checker.cpp', content: ' ' },
        ],
      ),
    }),
    templates: fc.uniqueArray(
      fc.record({
        language: fc.constantFrom(...programLanguages),
        starter_code: fc.constantFrom('', 'def add(a, b):\r\n'),
        driver: fc.constantFrom('', 'from solution import add\n', '{{x}}'),
        files: fc.constantFrom([], [{ name: 'units.h', content: ' ' }]),
      }),
      { maxLength: 3, selector: ({ language }) => language },
    ),
    solutions: fc.array(
      fc.record({
        language: fc.constantFrom(...languages),
        code: fc.oneof(
          caseText,
          caseText.map((code) => `public class Main { ${code} }`),
        ),
        expected_verdict: fc.constantFrom(...verdicts.filter((verdict) => verdict !== 'internal_error')),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ tolerance, checker, ...fields }) => ({
    ...fields,
    ...(fields.comparison === 'numbers' ? { tolerance } : {}),
    ...(fields.comparison === 'checker' ? { checker } : {}),
    ...(fields.comparison === 'interactive' ? { interactor: checker } : {}),
    groups: [...new Set(fields.testCases.flatMap(({ group }) => group ?? []))].map((name, place, all) => ({
      name,
      points: place + 1,
      scoring: groupScorings[place],
      needs: all.slice(0, place),
      ...(place > 0 ? { arguments: ['--group', name], full_score: 30.5 } : {}),
    })),
  }))
  // Parsed like the form, to leave out invalid questions.
  .map((fields) => codingQuestionForm.safeParse(fields).data)
  .filter((taken): taken is CodingQuestionForm => taken !== undefined)

it('returns the same question after export and import, whatever its content', async () => {
  await fc.assert(
    fc.asyncProperty(form, async (question) => {
      const whole = { ...question, id: 'q', status: 'published' as const }
      const packed = await zip(writePackage(whole))
      expect(readPackage(await openArchive(packed), 'any.zip')).toEqual({
        form: question,
        notes: [],
        staysDraft: false,
      })
    }),
    { numRuns: 400 },
  )
})
