import { describe, expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { programLanguages } from '#shared/coding/languages.rules.ts'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { cpuMs } from '#tests/support/cpu.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { archive, refusalOf } from './archives.ts'

type Files = Record<string, string | Buffer>

const cases: Files = {
  'data/sample/1.in': '1\n',
  'data/sample/1.ans': '2\n',
  'data/secret/10.in': '10\n',
  'data/secret/10.ans': '20\n',
  'data/secret/2-small.in': '2\n',
  'data/secret/2-small.ans': '4\n',
}
const statement = 'Double the number.\n\n## Input\n\nOne number.\n\n## Output\n\nIts double.\n'

/** The minimal package. */
const minimal: Files = {
  'problem.yaml': 'name: Doubling\n',
  'problem_statement/problem.en.md': statement,
  ...cases,
}

const bring = (world: World, files: Files, name = 'doubling.zip') =>
  importPackage(world.platform, world.admin, { name, bytes: archive(files) })

/** Imports a package into a new world. */
async function imported(files: Files, name?: string) {
  const world = await createWorld()
  const { question, notes } = await bring(world, files, name)
  return { question, notes }
}

const refusal = async (files: Files) => {
  const world = await createWorld()
  const refused = await refusalOf(bring(world, files))
  expect((await world.call(world.admin).coding.list({})).questions).toEqual([])
  return refused
}

describe('a problem package', () => {
  it('becomes a question if it is in the legacy format', async () => {
    const { question, notes } = await imported({
      ...minimal,
      'problem.yaml': [
        'problem_format_version: legacy',
        'name: {sv: Dubbling, en: Doubling}',
        'author: Somebody',
        'keywords: maths warm-up',
        'validation: default',
        'limits:',
        '  memory: 512',
        '  time_multiplier: 5',
      ].join('\n'),
      '.timelimit': '1.5\n',
    })
    expect(notes).toEqual([])
    expect(question).toMatchObject({
      title: 'Doubling',
      description: 'Double the number.',
      input_format: 'One number.',
      output_format: 'Its double.',
      difficulty: 'medium',
      tags: ['maths', 'warm-up'],
      time_limit: 1_500,
      memory_limit: 512,
      status: 'published',
      sample_input: '',
      testCases: [
        { input: '1\n', expected_output: '2\n', is_sample: true, weight: 10 },
        { input: '10\n', expected_output: '20\n', is_sample: false },
        { input: '2\n', expected_output: '4\n', is_sample: false },
      ],
    })
    expect(question.supported_languages).toEqual(programLanguages)
  })

  it('becomes a question if it is in the 2023-07-draft format, even inside a folder', async () => {
    const { question, notes } = await imported(
      Object.fromEntries(
        Object.entries({
          ...cases,
          'problem.yaml': [
            'problem_format_version: 2023-07-draft',
            'name:',
            '  en: Doubling',
            'uuid: 5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e',
            'type: pass-fail',
            'keywords: [maths, warm up]',
            'languages: [python3, cpp, prolog]',
            'limits: {time_limit: 3, memory: 100.5}',
          ].join('\n'),
          'statement/problem.en.md': '# Doubling\n\nDouble the number.',
        }).map(([name, content]) => [`doubling-main/${name}`, content]),
      ),
    )
    expect(notes).toEqual(['Languages not supported here were skipped: prolog'])
    expect(question).toMatchObject({
      title: 'Doubling',
      description: 'Double the number.',
      tags: ['maths', 'warm up'],
      supported_languages: ['python', 'cpp'],
      time_limit: 3_000,
      memory_limit: 101,
    })
  })

  it.each<[string, Files, Record<string, unknown>]>([
    ['a DOMjudge file', { 'domjudge-problem.ini': "name = 'Twice'\ntimelimit='0.5'\n" }, { time_limit: 500 }],
    ['no limits', {}, { time_limit: 2_000, memory_limit: 256 }],
    [
      'a DOMjudge file with comments, sections and empty values',
      { 'domjudge-problem.ini': '; a comment\r\n[problem]\r\nname =\r\n TimeLimit = "1.5" \r\ntimelimit = 3\r\n' },
      { title: 'Doubling', time_limit: 1_500 },
    ],
    ['a number as its name', { 'problem.yaml': 'name: 2048' }, { title: '2048' }],
    [
      'no name except in the statement',
      { 'problem.yaml': '', 'problem_statement/problem.en.md': '# By Two\nx' },
      { title: 'By Two' },
    ],
    ['no name at all', { 'problem.yaml': '# nothing' }, { title: 'doubling' }],
    ['a problem.yaml that is not a mapping', { 'problem.yaml': '- a\n- b' }, { title: 'doubling', tags: [] }],
    [
      'fields of unexpected types',
      { 'problem.yaml': 'name: Doubling\nlimits: many\nkeywords: {a: b}\nvalidation: [1]' },
      { title: 'Doubling', time_limit: 2_000, tags: [] },
    ],
    [
      'statements in several languages',
      { 'problem_statement/problem.de.md': 'Verdopple.', 'problem_statement/problem.md': 'Twice.' },
      { description: 'Double the number.' },
    ],
    [
      'a statement that begins with a heading',
      { 'problem_statement/problem.en.md': '## Input\n\nA number.' },
      { description: '## Input\n\nA number.', input_format: '' },
    ],
  ])('may have %s', async (_what, files, expected) => {
    expect((await imported({ ...minimal, ...files })).question).toMatchObject(expected)
  })

  it.each([
    ['that is interactive without an interactor', { 'problem.yaml': 'name: Doubling\ntype: interactive' }],
    ['with its own validator', { 'output_validators/check.py': 'x' }],
  ])('%s stays a draft if it has no submissions', async (_what, files) => {
    const { question, notes } = await imported({ ...minimal, ...files } as Files)
    expect(question.status).toBe('draft')
    expect(notes).toContain(
      'The package has no submissions to check this with, so the question remains a draft. Please review it',
    )
  })

  it('is judged by NAME.ans if there is also NAME.out', async () => {
    const { question, notes } = await imported({
      ...minimal,
      'data/sample/1.out': '2.0\n',
      'data/secret/10.out': '20.0\n',
    })
    expect(question.testCases.map(({ expected_output }) => expected_output)).toEqual(['2\n', '20\n', '4\n'])
    expect(notes).toEqual(['Not used: data/sample/ (1 file), data/secret/ (1 file)'])
  })

  it('may contain empty inputs', async () => {
    const { question } = await imported({
      ...minimal,
      'data/secret/hello.in': '',
      'data/secret/hello.ans': 'Hello\n',
    })
    expect(question.testCases.at(-1)).toMatchObject({ input: '', expected_output: 'Hello\n' })
    expect(question.status).toBe('published')
  })

  it('can be edited and tried if it has empty texts', async () => {
    const world = await createWorld()
    const empty = { 'data/secret/hello.in': '', 'data/secret/hello.ans': '' }
    const { id } = (await bring(world, { ...minimal, ...empty })).question
    const { coding } = world.call(world.admin)
    const path = `/coding/questions/${id}`
    const { question } = (await world.rest('GET', path, { as: world.admin })).body
    const body = { ...question, title: 'Other' }
    expect(await world.rest('PUT', path, { as: world.admin, body })).toMatchObject({ status: 200 })
    expect((await coding.get({ id })).question).toMatchObject({ title: 'Other', testCases: question.testCases })
    const { jobId } = await coding.startTrial({ ...body, language: 'python', code: 'print()\n' })
    expect(await world.platform.judgeQueue.finished(world.admin.id, jobId)).toMatchObject({ state: 'done' })
  })

  it('needs texts in new cases if all of its own have some', async () => {
    const world = await createWorld()
    const { question } = await bring(world, minimal)
    const body = { ...question, testCases: [...question.testCases, { input: '', expected_output: '7\n' }] }
    const answer = await world.rest('PUT', `/coding/questions/${question.id}`, { as: world.admin, body })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Validation failed' } })
    expect(answer.body.errors).toEqual([{ field: 'testCases.3.input', message: 'Input is required' }])
  })

  it('reports an invalid time limit', async () => {
    const { question, notes } = await imported({ ...minimal, '.timelimit': 'two seconds\n' })
    expect(question.time_limit).toBe(2_000)
    expect(notes).toEqual(['is not a number and was ignored: two seconds'])
  })

  it('imports its submissions as reference solutions with their expected verdicts', async () => {
    const world = await createWorld()
    // The judge never answers, so the question is left in `checking`.
    world.platform.judge.judge = () => new Promise(() => {})
    const { question, notes } = await bring(world, {
      ...minimal,
      'submissions/accepted/a.py': 'a',
      'submissions/accepted/b.cc': 'b',
      'submissions/accepted/Main/Main.java': 'c',
      'submissions/accepted/d.js': 'd',
      'submissions/accepted/e.cs': 'e',
      'submissions/accepted/f.go': 'f',
      'submissions/accepted/g.rs': 'g',
      'submissions/wrong_answer/h.c': 'h',
      'submissions/time_limit_exceeded/i.cpp': 'i',
      'submissions/run_time_error/j.py': 'j',
      'submissions/accepted/k.pl': 'k',
      'submissions/accepted/l/one.py': 'l',
      'submissions/accepted/l/two.py': 'l',
      'submissions/partially_accepted/m.py': 'm',
      'submissions/accepted/n.py': ' \n',
      'submissions/accepted/o.py': '#'.repeat(65_537),
      'submissions/accepted/p.ts': 'p',
      'submissions/accepted/q.kt': 'q',
      'submissions/accepted/r.php': 'r',
      'submissions/accepted/s.rb': 's',
      'submissions/accepted/t.hs': 't',
    })
    expect(
      question.solutions?.map(({ language, code, expected_verdict }) => [code, language, expected_verdict]),
    ).toEqual([
      ['a', 'python', 'accepted'],
      ['b', 'cpp', 'accepted'],
      ['d', 'javascript', 'accepted'],
      ['e', 'csharp', 'accepted'],
      ['f', 'go', 'accepted'],
      ['g', 'rust', 'accepted'],
      ['c', 'java', 'accepted'],
      ['p', 'typescript', 'accepted'],
      ['q', 'kotlin', 'accepted'],
      ['r', 'php', 'accepted'],
      ['s', 'ruby', 'accepted'],
      ['t', 'haskell', 'accepted'],
      ['j', 'python', 'runtime_error'],
      ['i', 'cpp', 'time_limit_exceeded'],
      ['h', 'c', 'wrong_answer'],
    ])
    expect(question.status).toBe('checking')
    expect(notes).toEqual([
      'submissions/accepted/k.pl was skipped: it is in an unsupported language',
      'submissions/accepted/l was skipped: it has several programs',
      'submissions/accepted/n.py was skipped: it is empty or not UTF-8 text',
      'submissions/accepted/o.py was skipped: it is larger than 64 kB',
      'submissions/partially_accepted/m.py was skipped: it is in partially_accepted, which has no expected verdict',
    ])
  })

  it.each<[string, Files, object]>([
    ['words in any case by default', {}, { comparison: 'tokens', ignore_case: true }],
    ['words exactly if case matters', { flags: 'case_sensitive' }, { comparison: 'tokens' }],
    [
      'numbers with one tolerance',
      { flags: 'float_tolerance 1e-4 case_sensitive' },
      { comparison: 'numbers', tolerance: { absolute: 1e-4, relative: 1e-4 } },
    ],
    [
      'numbers with either tolerance',
      { flags: 'float_absolute_tolerance 0.1' },
      { comparison: 'numbers', tolerance: { absolute: 0.1 }, ignore_case: true },
    ],
    ['lines if white space and case matter', { flags: 'space_change_sensitive case_sensitive' }, {}],
  ])('compares %s', async (_what, { flags }, expected) => {
    const yaml = `name: Doubling\n${flags ? `validator_flags: ${flags}` : ''}`
    const { question, notes } = await imported({ ...minimal, 'problem.yaml': yaml })
    const { comparison, tolerance, ignore_case } = question
    expect(notes).toEqual([])
    expect(JSON.parse(JSON.stringify({ comparison, tolerance, ignore_case }))).toEqual(expected)
  })

  it.each<[string, string, object, string]>([
    [
      'without case_sensitive',
      'space_change_sensitive',
      { comparison: 'tokens', ignore_case: true },
      'validator flags "space_change_sensitive" without "case_sensitive"',
    ],
    [
      'with a tolerance',
      'case_sensitive space_change_sensitive float_tolerance 1e-4',
      { comparison: 'numbers', tolerance: { absolute: 1e-4, relative: 1e-4 } },
      'validator flags "space_change_sensitive" with a tolerance',
    ],
  ])('notes that white space does not matter %s', async (_what, flags, expected, named) => {
    const yaml = `name: Doubling\nvalidator_flags: ${flags}`
    const { question, notes } = await imported({ ...minimal, 'problem.yaml': yaml })
    expect(question).toMatchObject({ ...expected, status: 'draft' })
    expect(notes[0]).toMatch(
      new RegExp(`^The package has ${named}, which is not supported: output is compared word by word`),
    )
  })

  it.each<[string, string, Files]>([
    [
      'in a folder, with a header',
      'validation: custom',
      {
        'output_validators/double/validate.cc': '#include "own.h"\nint main() { return 42; }',
        'output_validators/double/own.h': '// nothing',
      },
    ],
    ['in a single file', 'validation: custom', { 'output_validators/validate.py': 'import sys\nsys.exit(42)' }],
    [
      'of the 2023 format',
      'problem_format_version: 2023-07-draft',
      { 'output_validator/main.py': 'import sys\nsys.exit(42)' },
    ],
  ])('uses its output validator %s', async (_what, yaml, files) => {
    const { question, notes } = await imported({
      ...minimal,
      ...files,
      'problem.yaml': `name: Doubling\n${yaml}`,
      'submissions/accepted/a.py': 'print(0)',
    })
    expect(notes).toEqual([])
    expect(question).toMatchObject({ comparison: 'checker', checker: { protocol: 'kattis' } })
    expect([question.checker?.code, ...(question.checker?.files ?? []).map(({ content }) => content)]).toEqual(
      Object.values(files),
    )
  })

  it.each([
    ['legacy', 'validation: custom interactive', 'output_validators/talk/talk.py'],
    ['2023', 'type: interactive', 'output_validator/talk.py'],
  ])('has an interactor if it is interactive, in the %s format', async (_format, yaml, path) => {
    const files = { ...minimal, 'problem.yaml': `name: Doubling\n${yaml}`, [path]: 'import sys\nsys.exit(42)' }
    const { question, notes } = await imported({ ...files, 'submissions/accepted/a.py': 'print(0)' })
    expect(notes).toEqual([])
    expect(question).toMatchObject({
      comparison: 'interactive',
      interactor: { language: 'python', protocol: 'kattis', code: 'import sys\nsys.exit(42)' },
    })
    expect(question.checker).toBeUndefined()
  })

  it('lists unused parts', async () => {
    const { notes, question } = await imported({
      ...minimal,
      'problem.yaml':
        'name: Doubling\nvalidation: custom interactive\nvalidator_flags: float_tolerance 1e-6\ntype: [scoring, interactive]\nlimits: {memory: 4096, time_limit: 0.01}',
      'problem_statement/problem.en.pdf': '%PDF',
      'problem_statement/figure.png': 'x',
      'output_validators/check/check.cpp': 'int main() {}',
      'data/secret/testdata.yaml': 'grading: default',
      'generator.py': 'x',
    })
    expect(question).toMatchObject({ memory_limit: 2_048, time_limit: 100 })
    expect(notes).toEqual([
      'problem_statement/problem.en.pdf was left out: it is damaged, or not a PDF',
      'The time limit in ms of 10 was changed to 100',
      'The memory limit in MB of 4096 was changed to 2048',
      'data/secret: cases after a failed one still count, unlike with on_reject: break',
      'The package has no submissions to check this with, so the question remains a draft. Please review it',
      'Not used: problem_statement/ (1 file), generator.py',
    ])
  })

  it('converts a TeX statement', async () => {
    const { 'problem_statement/problem.en.md': _markdown, ...rest } = minimal
    const { question, notes } = await imported({
      ...rest,
      'problem.yaml': 'limits: {}',
      'problem_statement/problem.tex':
        '\\problemname{Doubling}\n\nDouble $n$.\n\n\\section*{Input}\nOne number.\n\\section*{Output}\nIts double.\n',
    })
    expect(question).toMatchObject({
      title: 'Doubling',
      description: 'Double $n$.',
      input_format: 'One number.',
      output_format: 'Its double.',
    })
    expect(notes).toEqual([])
  })

  it.each<[string, Files, RegExp]>([
    ['cases only', cases, /^VALIDATION This \.zip is not a problem package: it has no problem\.yaml/],
    ['two folders', { 'a/problem.yaml': 'name: A', 'b/problem.yaml': 'name: B' }, /is not a problem package/],
    [
      'a broken problem.yaml',
      { ...minimal, 'problem.yaml': 'name: "Doubling\nlimits: {' },
      /^VALIDATION problem\.yaml cannot be read: /,
    ],
    ['endless YAML aliases', { ...minimal, 'problem.yaml': laughs() }, /^VALIDATION problem\.yaml cannot be read: /],
    ['a 1 MB problem.yaml', { ...minimal, 'problem.yaml': '# '.repeat(500_000) }, /problem\.yaml is larger than 64 kB/],
    [
      'a DOMjudge file over 64 kB',
      { ...minimal, 'domjudge-problem.ini': `name = A\n${'; '.repeat(32_768)}` },
      /domjudge-problem\.ini is larger than 64 kB/,
    ],
    [
      'a problem.yaml that is not text',
      { ...minimal, 'problem.yaml': 'a\0' },
      /^VALIDATION problem\.yaml: This file contains NUL bytes/,
    ],
    ['no statement', { 'problem.yaml': 'name: A', ...cases }, /^VALIDATION The package has no statement/],
    [
      'an empty statement',
      { ...minimal, 'problem_statement/problem.en.md': ' \n' },
      /^VALIDATION description: Description is required/,
    ],
    [
      'no cases',
      { 'problem.yaml': 'name: A', 'problem_statement/problem.md': 'x', '1.in': '1', '1.ans': '1' },
      /^VALIDATION The package has no test cases/,
    ],
    [
      'cases without pairs',
      { ...minimal, 'data/secret/3.in': '1', 'data/sample/x.ans': 'y' },
      /^VALIDATION data\/sample\/x\.ans: The matching x\.in is missing \/ data\/secret\/3\.in: The matching 3\.ans or 3\.out is missing/,
    ],
    [
      'a title that is too long',
      { ...minimal, 'problem.yaml': `name: ${'x'.repeat(201)}` },
      /title: Title must be at most 200/,
    ],
    ['an invalid examhall.json', { ...minimal, 'examhall.json': '{"cases": 5}' }, /^VALIDATION examhall\.json is not/],
    ['paths outside the package', { ...minimal, 'data/../../x': 'x' }, /contains a path that points outside it/],
  ])('is rejected with %s', async (_what, files, sentence) => {
    expect(await refusal(files)).toMatch(sentence)
  })

  it('reads a DOMjudge file of empty lines in a moment', async () => {
    const world = await createWorld()
    const begin = cpuMs()
    await bring(world, { ...minimal, 'domjudge-problem.ini': '\n'.repeat(60_000) })
    expect(cpuMs() - begin).toBeLessThan(3_000)
  })
})

/** 1 kB of YAML that expands to a billion words. */
function laughs() {
  const lines = ['a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]']
  for (const [name, before] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih'].map((two) => [...two]))
    lines.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`)
  return lines.join('\n')
}

describe('import and export over REST', () => {
  it('produce an equal question, with a file name made from its title', async () => {
    const world = await createWorld()
    const body = aCodingQuestion({
      title: 'Ärger & Zahlen: 2×2!',
      difficulty: 'hard',
      memory_limit: 96,
      time_limit: 1_234,
    })
    const { question } = (await world.rest('POST', '/coding/questions', { as: world.admin, body })).body
    const token = await world.tokenOf(world.admin)
    const exported = await fetch(`${world.url}/api/coding/questions/${question.id}/export`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(exported.status).toBe(200)
    expect(exported.headers.get('content-type')).toBe('application/zip')
    expect(exported.headers.get('content-disposition')).toBe('attachment; filename="arger-zahlen-2-2.zip"')

    const raw = new FormData()
    raw.append('file', new Blob([await exported.bytes()]), 'whatever.zip')
    world.clock.advance(60_000)
    const answer = await world.rest('POST', '/coding/questions/import', { as: world.admin, raw })
    expect(answer.status).toBe(201)
    expect(answer.body.notes).toEqual([])
    const { id, _id, created_at, ...copy } = answer.body.question
    expect(id).not.toBe(question.id)
    expect(question).toMatchObject(copy)
    expect((await world.call(world.admin).coding.list({})).questions).toHaveLength(2)
  })

  it('give the file a name even if the title is in another script', async () => {
    const world = await createWorld()
    const { question } = await world.call(world.admin).coding.create(aCodingQuestion({ title: 'दोगुना' }))
    const { headers } = await world.rest('GET', `/coding/questions/${question.id}/export`, { as: world.admin })
    expect(headers.get('content-disposition')).toBe('attachment; filename="coding-question.zip"')
  })

  it('reject a file that is not a package', async () => {
    const world = await createWorld()
    const send = (bytes: Buffer) => {
      const raw = new FormData()
      raw.append('file', new Blob([Uint8Array.from(bytes)]), 'problem.zip')
      return world.rest('POST', '/coding/questions/import', { as: world.admin, raw })
    }
    expect((await send(Buffer.from('name: Doubling'))).status).toBe(415)
    const refused = await send(archive(cases))
    expect(refused).toMatchObject({ status: 400, body: { message: 'Validation failed', errors: [{ field: 'file' }] } })
  })
})
