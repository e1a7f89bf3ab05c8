import { existsSync, readdirSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { imageFolder, statementFolder } from '#server/platform/files.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { archive } from './archives.ts'

/** Figures and PDFs in the statements of problem packages. */

type Files = Record<string, string | Buffer>

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function png(width = 4): Buffer {
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const pixels = deflateSync(Buffer.alloc(width + 1))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.of())])
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n%%EOF\n')
const doubling: Files = {
  'problem.yaml': 'name: Doubling\n',
  '.timelimit': '1',
  'data/secret/1.in': '21\n',
  'data/secret/1.ans': '42\n',
}

async function imported(files: Files, world?: World) {
  const used = world ?? (await createWorld())
  const bytes = archive({ ...doubling, ...files })
  const { question, notes } = await importPackage(used.platform, used.admin, { name: 'problem.zip', bytes })
  return { world: used, question, notes }
}

const stored = /!\[([^\]]*)\]\((\/images\/[0-9a-f]{32}\.\w+)\)/g
const figuresIn = (text: string) => [...text.matchAll(stored)].map(([, alt, address]) => ({ alt, address }))

async function fetched(world: World, address = ''): Promise<Buffer> {
  const response = await fetch(new URL(address, world.url))
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('figures', () => {
  it('in TeX are stored and stay in place, with or without an extension', async () => {
    const { world, question, notes } = await imported({
      'problem_statement/problem.en.tex':
        'Before \\includegraphics[width=3cm]{img/tree} after.\n\\illustration{.3}{cave.PNG}{A cave}\n\\section*{Input}\n\\includegraphics{img/tree.png}',
      'problem_statement/img/tree.png': png(4),
      'problem_statement/cave.png': png(5),
    })
    expect(notes).toEqual([])
    expect(question.description.replace(stored, 'FIGURE')).toBe('Before\n\nFIGURE\n\nafter.\n\nFIGURE\n\n*A cave*')
    const [tree, cave] = figuresIn(question.description)
    expect(await fetched(world, tree?.address)).toEqual(png(4))
    expect(await fetched(world, cave?.address)).toEqual(png(5))
    expect(figuresIn(question.input_format)).toEqual([tree])
  })

  it('in Markdown may also be HTML images', async () => {
    const { question, notes } = await imported({
      'problem_statement/problem.md': 'A ![small tree](tree.png "Tree") and <img width="50%" src="tree.png" />.',
      'problem_statement/tree.png': png(),
    })
    expect(notes).toEqual([])
    expect(question.description.replace(stored, '$1')).toBe('A small tree and Figure.')
  })

  it('from Polygon are found in the folder of the statement', async () => {
    const world = await createWorld()
    const bytes = archive({
      'problem.xml': '<problem><judging><testset name="tests"><tests><test/></tests></testset></judging></problem>',
      'statements/english/problem-properties.json': JSON.stringify({ name: 'A', legend: '\\includegraphics{a.png}' }),
      'statements/english/a.png': png(),
      'tests/01': '1\n',
      'tests/01.a': '2\n',
    })
    const { question } = await importPackage(world.platform, world.admin, { name: 'a.zip', bytes })
    expect(await fetched(world, figuresIn(question.description)[0]?.address)).toEqual(png())
  })

  it.each<[string, Files, string]>([
    ['missing', {}, 'not in the package'],
    ['an SVG', { 'problem_statement/a.png': '<svg onload="alert(1)"/>' }, 'not a PNG, JPEG, GIF or WebP image'],
    ['damaged', { 'problem_statement/a.png': png().subarray(0, 50) }, 'damaged'],
  ])('that are %s are left out', async (_what, files, reason) => {
    const { world, question, notes } = await imported({
      'problem_statement/problem.en.md': 'Before ![tree](a.png) after.',
      ...files,
    })
    expect(notes[0]).toBe(`Figures are not imported: a.png (${reason})`)
    expect(question.description).toBe('Before  after.')
    expect(existsSync(imageFolder(world.platform.config.dataDir))).toBe(false)
  })

  it('that TeX names without the extension are found in any format', async () => {
    const { notes } = await imported({
      'problem_statement/problem.en.tex': 'Bake it. \\includegraphics{oven}\n\\includegraphics{tree}',
      'problem_statement/oven.svg': '<svg/>',
      'problem_statement/tree.pdf': '%PDF-1.4',
    })
    const reason = 'not a PNG, JPEG, GIF or WebP image'
    expect(notes).toContain(`Figures are not imported: oven (${reason}), tree (${reason})`)
  })

  it('on other sites are not shown', async () => {
    const { question } = await imported({
      'problem_statement/problem.en.md': '![spy](https://example.org/a.png) ![up](../../a.png)',
      'a.png': png(),
    })
    expect(question.description).toBe('![spy](https://example.org/a.png)')
  })

  it('are not kept if the question is refused', async () => {
    const world = await createWorld()
    const files = {
      'problem_statement/problem.en.md': `![tree](a.png)${'x'.repeat(20_000)}`,
      'problem_statement/a.png': png(),
      'problem.pdf': pdf,
    }
    await expect(imported(files, world)).rejects.toThrow()
    const { dataDir } = world.platform.config
    const names = [imageFolder(dataDir), statementFolder(dataDir)].flatMap((folder) =>
      existsSync(folder) ? readdirSync(folder) : [],
    )
    expect(names).toEqual([])
  })
})

describe('a PDF statement', () => {
  const only = { 'problem.pdf': pdf, 'submissions/accepted/right.py': 'print(2 * int(input()))' }

  it('is kept, downloaded as a file and removed by the author', async () => {
    const { world, question, notes } = await imported(only)
    expect(notes).toEqual([])
    expect(question).toMatchObject({ description: 'The statement is in the PDF.', statement_pdf: true })
    const admin = world.call(world.admin).coding
    await expect.poll(async () => (await admin.get({ id: question.id })).question.status).toBe('published')
    const answer = await fetch(new URL(`/api/coding/questions/${question.id}/statement`, world.url), {
      headers: { authorization: `Bearer ${await world.tokenOf(world.admin)}` },
    })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="Doubling.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf)

    const { testCases, solutions = [], ...rest } = (await admin.get({ id: question.id })).question
    const kept = await admin.update({ ...rest, testCases, solutions, id: question.id } as never)
    expect(kept.question.statement_pdf).toBe(true)
    await admin.update({ ...rest, testCases, solutions, statement_pdf: false, id: question.id } as never)
    expect((await admin.get({ id: question.id })).question.statement_pdf).toBeUndefined()
    await expect(admin.statement({ id: question.id })).rejects.toThrow('Coding question not found')
  })

  it('can be read by students who may read the question, and nobody else', async () => {
    const { world, question } = await imported({ ...only, 'problem_statement/problem.en.md': 'Double it.' })
    const admin = world.call(world.admin).coding
    await expect.poll(async () => (await admin.get({ id: question.id })).question.status).toBe('published')
    const college = await world.college()
    const student = await world.student(college)
    const response = await world.call(student).coding.statement({ id: question.id })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf)
    const { testCases, solutions = [], ...rest } = (await admin.get({ id: question.id })).question
    await admin.update({ ...rest, testCases, solutions, practice: false, id: question.id } as never)
    await expect(world.call(student).coding.statement({ id: question.id })).rejects.toThrow('Coding question not found')
  })

  it('in English is preferred', async () => {
    const { world, question } = await imported({
      'problem_statement/problem.en.md': 'Double it.',
      'problem_statement/problem.de.pdf': Buffer.concat([pdf, Buffer.from('de')]),
      'problem_statement/problem.en.pdf': pdf,
    })
    const response = await world.call(world.admin).coding.statement({ id: question.id })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf)
  })

  it.each<[string, Buffer | string]>([
    ['damaged', '%PDF-1.4\nno end'],
    ['HTML', '<script>alert(1)</script>'],
    ['also a zip', Buffer.concat([pdf, archive({ a: 'b' })])],
  ])('that is %s is left out', async (_what, content) => {
    const { question, notes } = await imported({ 'problem.pdf': content })
    expect(notes).toContain('problem.pdf was left out: it is damaged, or not a PDF')
    expect(question).toMatchObject({ status: 'draft' })
    expect(question.statement_pdf).toBeUndefined()
  })
})

it('exports figures and the PDF, so that an import gives the same statement', async () => {
  const { world, question } = await imported({
    'problem_statement/problem.en.md': 'A ![tree](tree.png).\n\n## Output\n\n![tree](tree.png)',
    'problem_statement/tree.png': png(),
    'problem_statement/problem.en.pdf': pdf,
  })
  const response = await world.call(world.admin).coding.exportPackage({ id: question.id })
  const bytes = Buffer.from(await response.arrayBuffer())
  const again = await importPackage(world.platform, world.admin, { name: 'problem.zip', bytes })
  const plain = (text: string) => text.replace(stored, '$1')
  expect(plain(again.question.description)).toBe(plain(question.description))
  expect(plain(again.question.output_format)).toBe('tree')
  expect(await fetched(world, figuresIn(again.question.description)[0]?.address)).toEqual(png())
  expect(again.question.statement_pdf).toBe(true)
  expect(again.notes).toEqual([])
})

it('shows sample conversations', async () => {
  const { question, notes } = await imported({
    'problem.yaml': 'name: Guess\ntype: interactive\n',
    'problem_statement/problem.en.md': 'Guess.\n\n## Input\n\nWords.',
    'output_validators/guess.py': 'import sys\nsys.exit(42)',
    'data/sample/1.interaction': '>500\n<higher | lower\n>`x`\n',
    'submissions/accepted/right.py': 'print(1)',
  })
  expect(notes).toEqual([])
  expect(question.description).toBe(
    'Guess.\n\n### Sample conversation\n\n| Your program reads | Your program prints |\n| --- | --- |\n|   | `500` |\n| `higher \\| lower` |   |\n|   | `` `x` `` |',
  )
})
