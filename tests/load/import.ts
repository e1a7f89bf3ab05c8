/**
 * Measures how long each format takes to write and read 20,000 questions, and how much memory the reading process needs.
 * Read-only formats are measured with single choice, the others with questions of eight types:
 *
 *     npm run load:import -- [questions]
 */
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { utils, write as writeWorkbook } from 'xlsx'
import { questionWriters } from '#server/features/bank/formats/writers.ts'
import type { Answer, Task } from '#server/features/bank/import/tasks.ts'
import { forkProgram } from '#server/platform/parts.ts'
import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { exportFormats, exportNames } from '#shared/bank/import.rules.ts'
import { everyType } from '#tests/factories/question-types.ts'
import { zip } from '#tests/members/bulk/packages.ts'

const size = Number(process.argv[2] ?? 20_000)
const folder = mkdtempSync(join(tmpdir(), 'examhall-import-'))
const types = everyType.filter(({ type }) => type !== 'gaps')

async function* questions(): AsyncGenerator<BankQuestion> {
  for (let place = 0; place < size; place++) {
    const fields = types[place % types.length]
    yield {
      ...{ id: `q${place}`, version: 1, subject: 'Technical', topic: `Topic ${Math.floor(place / 100)}` },
      ...{ difficulty: 'Medium', tags: ['load'], language: 'en', source: null, notes: null, author: null },
      ...{ retired: false, facility: null, createdAt: '', updatedAt: '', passage: null, explanation: null },
      ...{ questionImageUrl: null, optionImages: null },
      ...fields,
      questionText: `${fields?.questionText} Number ${place}, with a sentence that makes the text as long as usual.`,
    } as BankQuestion
  }
}

/** Peak resident memory in MB. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Reads a file as an import does. @returns items by status, and the process's peak memory in MB */
function read(path: string): Promise<{ counts: Record<string, number>; peak: number }> {
  const child = forkProgram('questions', {
    env: { NODE_OPTIONS: '--max-old-space-size=512' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const counts: Record<string, number> = {}
  let peak = 0
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => reject(new Error(`exited with ${code ?? signal}`)))
    child.on('message', (answer: Answer) => {
      peak = Math.max(peak, peakOf(child.pid ?? 0))
      if (answer.kind === 'items') {
        for (const { status } of answer.items) counts[status] = (counts[status] ?? 0) + 1
        child.send({ kind: 'continue' })
      } else if (answer.kind === 'done') {
        child.removeAllListeners('exit')
        child.kill()
        resolve({ counts, peak })
      } else if (answer.kind !== 'format') reject(new Error(JSON.stringify(answer)))
    })
    child.send({ path, imageFolder: folder, newFolder: folder } satisfies Task)
  })
}

/** Read-only formats, with single choice questions. */
const text = (place: number) => `Which of these is the number ${place}, in a sentence as long as usual?`
const options = (place: number) => [place, place + 1, place + 2, place + 3].map(String)
const every = (write: (place: number) => string) => Array.from({ length: size }, (_, place) => write(place)).join('')

const aiken = () =>
  every(
    (place) =>
      `${text(place)}\n${options(place)
        .map((one, at) => `${'ABCD'[at]}. ${one}\n`)
        .join('')}ANSWER: A\n\n`,
  )

const qti1 = () => `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Load"><section ident="s">${every(
  (
    place,
  ) => `<item ident="i${place}" title="Q${place}"><presentation><material><mattext texttype="text/plain">${text(place)}</mattext></material>
<response_lid ident="r" rcardinality="Single"><render_choice>${options(place)
    .map(
      (one, at) =>
        `<response_label ident="o${at}"><material><mattext texttype="text/plain">${one}</mattext></material></response_label>`,
    )
    .join('')}</render_choice></response_lid></presentation>
<resprocessing><outcomes><decvar varname="SCORE" vartype="Decimal" minvalue="0" maxvalue="1"/></outcomes>
<respcondition><conditionvar><varequal respident="r">o0</varequal></conditionvar><setvar action="Set" varname="SCORE">1</setvar></respcondition></resprocessing></item>
`,
)}</section></assessment></questestinterop>`

const word = () => {
  const paragraph = (line: string) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`
  const body = every((place) =>
    [`${place + 1}. ${text(place)}`, ...options(place).map((one, at) => `${'abcd'[at]}) ${one}`), 'Answer: a', '']
      .map(paragraph)
      .join(''),
  )
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  ])
}

/** @param bookType of SheetJS */
const sheet = (bookType: 'ods' | 'biff8') => () => {
  const rows = Array.from({ length: size }, (_, place) => [text(place), ...options(place), 'A'])
  const book = utils.book_new(utils.aoa_to_sheet([['question', 'A', 'B', 'C', 'D', 'answer'], ...rows]))
  return writeWorkbook(book, { bookType, type: 'buffer' }) as Buffer
}

const onlyRead = {
  Aiken: aiken,
  'QTI 1.2': qti1,
  'Word (.docx)': word,
  '.ods': sheet('ods'),
  '.xls': sheet('biff8'),
}

/** Reads a file and prints a row of the table. @param written ms to write it */
async function measure(name: string, path: string, written?: number) {
  const started = performance.now()
  const { counts, peak } = await read(path)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const cells = [
    (statSync(path).size / 1_048_576).toFixed(1),
    written === undefined ? '' : seconds(written),
    seconds(performance.now() - started),
  ]
  const items = Object.entries(counts).map(([status, count]) => `${count} ${status}`)
  console.log(
    name.padEnd(12),
    ...cells.map((cell) => cell.padStart(8)),
    String(Math.round(peak)).padStart(9),
    '  ',
    items.join(', '),
  )
}

console.log(`${size.toLocaleString('en')} questions\n`)
console.log('format        file MB   write s   read s   peak MB   items')
for (const format of exportFormats) {
  const path = join(folder, format)
  const started = performance.now()
  await pipeline(
    Readable.from(questionWriters[format].write(questions(), async () => undefined)),
    createWriteStream(path),
  )
  await measure(exportNames[format].name, path, performance.now() - started)
}
for (const [name, write] of Object.entries(onlyRead)) {
  const path = join(folder, 'read')
  writeFileSync(path, write())
  await measure(name, path)
}
rmSync(folder, { recursive: true })
