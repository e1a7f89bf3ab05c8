import { createHash } from 'node:crypto'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesRepo } from '#server/features/attempts/files.repo.ts'
import { deleteOrphans } from '#server/features/attempts/files.ts'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { archiveLimits } from '#server/features/coding/packages/zip.errors.ts'
import { answerFolder } from '#server/platform/files.ts'
import type { Actor } from '#server/platform/platform.ts'
import { unzip } from '#server/platform/zip/read.ts'
import { maxFileBytes, perAttempt } from '#shared/attempts/files.schema.ts'
import { maxFiles } from '#shared/bank/types/essay.rules.ts'
import { aQuestion } from '#tests/factories/forms.ts'
import { jpeg, png } from '#tests/support/images.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
const photo = png(3, 2)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const minute = 60_000

const essay = { type: 'essay' as const, questionText: 'Draw the circuit.', marks: 5, allowFiles: true }

/** A student taking a test with two essays that accept files, one that does not, and a single choice question. */
async function hall(testType: 'Assignment' | 'Practice' = 'Assignment') {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const { id, assignmentId } = await world.assignedTest(college, [student], {
    testType,
    numberOfQuestions: 4,
    objectionsUntil: new Date(world.clock.now() + 60 * minute).toISOString(),
    questions: [essay, { ...essay, questionText: 'Derive it.' }, { ...essay, allowFiles: false }, aQuestion()],
  })
  const call = world.call(student)
  const { attemptId, test } = await call.attempts.start({ id })
  const [first = '', second = '', plain = '', single = ''] = test.questions.map((question) => question.id)
  const upload = async (
    bytes: Buffer,
    name = 'photo.png',
    {
      questionId = first,
      as = student,
      attempt = attemptId,
    }: { questionId?: string; as?: Actor; attempt?: string } = {},
  ) => {
    const form = new FormData()
    form.append('questionId', questionId)
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const answer = await world.rest('POST', `/attempts/${attempt}/files`, { as, raw: form })
    // REST responses contain each id twice.
    if (answer.status === 201) delete answer.body.file._id
    return answer
  }
  const download = (fileId: string, as: Actor = student, attempt = attemptId) =>
    world.rest('GET', `/attempts/${attempt}/files/${fileId}`, { as })
  const save = (files: unknown, { questionId = first, text = '' } = {}) =>
    world.rest('PUT', `/tests/${id}/answers`, {
      as: student,
      body: { answers: [{ questionId, answer: { text, files } }] },
    })
  return {
    ...{ world, college, student, id, assignmentId, call, attemptId, test },
    ...{ first, second, plain, single, upload, download, save },
  }
}

const stored = ({ platform }: World) => {
  const folder = answerFolder(platform.config.dataDir)
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Runs the job that deletes files without a row, as if they were two hours old. */
async function cleanUp(world: World) {
  const folder = answerFolder(world.platform.config.dataDir)
  const then = new Date(world.clock.now() - 120 * minute)
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), then, then)
  await deleteOrphans(world.platform)
}

describe('uploading a file for an essay', () => {
  it('returns its name, size and hash, which the answer keeps when the test is resumed', async () => {
    const { upload, save, call, id, first } = await hall()
    const { status, body } = await upload(photo, 'C:\\me\\My circuit ✓.PNG')
    expect(status, JSON.stringify(body)).toBe(201)
    const { file } = body
    expect(file).toMatchObject({ name: 'My circuit ✓.PNG', size: photo.length, sha256: sha256(photo) })
    expect((await save([file], { text: 'See the photo.' })).status).toBe(200)
    const { answers } = await call.attempts.start({ id })
    const { id: fileId, name, size, sha256: hash } = file
    expect(answers).toMatchObject([
      { questionId: first, answer: { text: 'See the photo.', files: [{ id: fileId, name, size, sha256: hash }] } },
    ])
  })

  it.each([
    ['a.pdf', pdf, 'application/pdf'],
    ['a.jpeg', jpeg, 'image/jpeg'],
    ['a.png', photo, 'image/png'],
    ['a.txt', Buffer.from('Plain text'), 'text/plain'],
  ])('accepts %s and returns it as a download', async (name, bytes, type) => {
    const { upload, download } = await hall()
    const { body } = await upload(bytes, name)
    const { status, headers } = await download(body.file.id)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  it.each([
    ['page.html', Buffer.from('<script>alert(1)</script>'), 415],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['program.exe', Buffer.from('MZ\x90\x00'), 415],
    ['html.png', Buffer.from('<script>alert(1)</script>'), 415],
    ['pdf.txt', pdf, 415],
    ['old.doc', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), 400],
    ['cut.png', photo.subarray(0, photo.length - 20), 400],
    ['empty.pdf', Buffer.alloc(0), 400],
    ['large.txt', Buffer.alloc(maxFileBytes + 1, 'a'), 413],
  ])('rejects %s and stores nothing', async (name, bytes, status) => {
    const { world, upload } = await hall()
    expect((await upload(bytes, name)).status).toBe(status)
    expect(stored(world)).toEqual([])
  })

  it('accepts a file of exactly 10 MB', async () => {
    const { upload } = await hall()
    expect((await upload(Buffer.alloc(maxFileBytes, 'a'), 'large.txt')).status).toBe(201)
  })

  it('is limited to questions that accept files', async () => {
    const { upload, plain, single } = await hall()
    for (const questionId of [plain, single, 'unknown'])
      expect(await upload(photo, 'a.png', { questionId })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'questionId', message: 'This question does not accept files' }] },
      })
  })

  it('returns 404 for another student’s attempt', async () => {
    const { world, college, upload, attemptId } = await hall()
    const neighbour = await world.student(college)
    const stranger = await world.student(await world.college())
    for (const as of [neighbour, stranger]) expect((await upload(photo, 'a.png', { as })).status).toBe(404)
    expect((await upload(photo, 'a.png', { attempt: 'unknown' })).status).toBe(404)
    expect((await upload(photo, 'a.png', { as: college.admin, attempt: attemptId })).status).toBe(403)
    expect(stored(world)).toEqual([])
  })

  it('is accepted during the grace period, but not after it or after submission', async () => {
    const { world, upload, call, id, test } = await hall()
    world.clock.advance(test.duration * minute + 4_000)
    expect((await upload(photo)).status).toBe(201)
    world.clock.advance(2_000)
    expect(await upload(photo)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^Time is up/) } })
    await submitOverdue(world.platform)
    expect(await upload(photo)).toMatchObject({
      status: 409,
      body: { message: 'This test has already been submitted' },
    })
    await call.attempts.submit({ id })
  })

  it('is refused once the attempt has reached its disk quota', async () => {
    const { world, attemptId, upload } = await hall()
    const { file } = (await upload(photo)).body
    const row = await filesRepo(world.platform.db.read).find(attemptId, file.id)
    if (!row) throw new Error('The file has no row')
    const put = (id: string, size: number) =>
      world.platform.db.write((tx) => filesRepo(tx).insert({ ...row, id, size }))
    await put('large', perAttempt.bytes - 2 * photo.length + 1)
    expect((await upload(photo)).status).toBe(400)
    await world.platform.db.write((tx) => filesRepo(tx).deleteExcept(attemptId, [file.id]))
    for (let n = 2; n < perAttempt.files; n++) await put(`small ${n}`, 1)
    expect((await upload(photo)).status).toBe(201)
    expect(await upload(photo)).toMatchObject({ status: 400, body: { errors: [{ field: 'file' }] } })
    expect(stored(world)).toHaveLength(2)
  })

  it('returns 429 for more simultaneous uploads than fit in memory', async () => {
    const { upload } = await hall()
    const large = Buffer.alloc(maxFileBytes, 'a')
    const sent = await Promise.all(Array.from({ length: 6 }, () => upload(large, 'large.txt')))
    const statuses = new Set(sent.map(({ status }) => status))
    expect([...statuses].sort()).toEqual([201, 429])
    expect((await upload(photo)).status).toBe(201)
  })
})

describe('an answer with files', () => {
  it('may reference only unchanged files uploaded for the same question and attempt', async () => {
    const { upload, save, second } = await hall()
    const { file } = (await upload(photo)).body
    const other = (await upload(pdf, 'b.pdf', { questionId: second })).body.file
    const wrong = [
      [{ ...file, id: '01900000-0000-7000-8000-000000000000' }],
      [{ ...file, sha256: sha256(pdf) }],
      [{ ...file, name: 'other.png' }],
      [{ ...file, size: 1 }],
      [file, other],
      [file, file],
      [{ id: file.id }],
    ]
    for (const files of wrong) expect((await save(files)).status, JSON.stringify(files)).toBe(400)
    expect((await save([other])).body).toMatchObject({
      errors: [{ field: 'answers.0.answer.files', message: '“b.pdf” was not uploaded for this question' }],
    })
    expect((await save([file])).status).toBe(200)
    expect((await save([other], { questionId: second })).status).toBe(200)
  })

  it('has at most five files', async () => {
    const { upload, save } = await hall()
    const files = []
    for (let n = 0; n <= maxFiles; n++) files.push((await upload(photo, `${n}.png`)).body.file)
    expect((await save(files)).status).toBe(400)
    expect((await save(files.slice(1))).status).toBe(200)
  })

  it('counts as answered without text, waits for marking, and is covered by the receipt', async () => {
    const { world, college, upload, save, call, id, attemptId, student } = await hall()
    const { file } = (await upload(photo, 'circuit.png')).body
    await save([file])
    const { receipt, pendingMarks } = await call.attempts.submit({ id })
    expect({ answered: receipt?.answered, pendingMarks }).toEqual({ answered: 1, pendingMarks: 1 })
    const staff = world.call(college.admin)
    expect((await staff.attempts.checkReceipt({ code: receipt?.code ?? '' })).receipt.valid).toBe(true)
    const { report } = await staff.reports.students.attempt({ studentId: student.id, attemptId })
    expect(report?.questionAnalysis[0]).toMatchObject({
      studentAnswer: 'Attached files: circuit.png',
      attached: { text: '', files: [file] },
    })
    const paper = await staff.attempts.paper({ id: attemptId })
    expect(Object.values(paper.attached)).toEqual([{ text: '', files: [file] }])
  })

  it('shows its files to markers, without their names while names are hidden', async () => {
    const { world, college, student, upload, save, call, id, attemptId, first } = await hall()
    const { file } = (await upload(photo, 'Anil Sharma.png')).body
    await save([file], { text: 'See the photo.' })
    await call.attempts.submit({ id })
    const faculty = await world.faculty(college)
    const queue = (names: boolean) => world.call(faculty).marking.queue({ id, questionId: first, names })
    const [hidden] = (await queue(false)).answers
    expect(hidden).toMatchObject({ answer: 'See the photo.', files: [{ id: file.id, name: 'File 1.png' }] })
    expect((await queue(true)).answers[0]?.files).toEqual([file])
    const nameFor = async (as: Actor, query = '') =>
      (await world.rest('GET', `/attempts/${attemptId}/files/${file.id}${query}`, { as })).headers.get(
        'content-disposition',
      )
    expect(await nameFor(faculty)).toContain('filename="File 1.png"')
    expect(await nameFor(faculty, '?names=true')).toContain('filename="Anil Sharma.png"')
    expect(await nameFor(student)).toContain('filename="Anil Sharma.png"')
  })

  it('shows its files in objections without their names while names are hidden', async () => {
    const { world, college, upload, save, call, id, attemptId, first } = await hall()
    const { file } = (await upload(photo, 'Anil Sharma.png')).body
    await save([file], { text: 'See the photo.' })
    await call.attempts.submit({ id })
    const { marking } = world.call(await world.faculty(college))
    for (const { questionId } of (await marking.overview({ id })).questions.filter(({ waiting }) => waiting > 0))
      await marking.mark({ id: attemptId, questionId, marks: 1 })
    const { objection } = await call.marking.objections.create({ id, questionId: first, reason: 'Too few' })
    const queue = async (names: boolean) =>
      (await marking.objections.queue({ id, questionId: first, names })).objections[0]?.answer
    const hidden = 'See the photo.\n\nAttached files: File 1.png'
    expect(await queue(false)).toBe(hidden)
    expect(await queue(true)).toBe('See the photo.\n\nAttached files: Anil Sharma.png')
    const reply = { id: objection.id, status: 'rejected', reply: 'No' } as const
    expect((await marking.objections.reply(reply)).objection.answer).toBe(hidden)
  })

  it('is shown with its files at once in a Practice test', async () => {
    const { upload, save, call, id } = await hall('Practice')
    const { file } = (await upload(photo)).body
    await save([file])
    const { instantFeedback } = await call.attempts.submit({ id })
    expect(instantFeedback?.[0]?.attached).toEqual({ text: '', files: [file] })
  })
})

describe('downloading a file', () => {
  it('is allowed for its student and, after submission, the college’s staff', async () => {
    const { world, college, upload, save, call, id, download } = await hall()
    const { file } = (await upload(photo)).body
    await save([file])
    const faculty = await world.faculty(college)
    const elsewhere = await world.college()
    const staff = [college.admin, faculty, world.admin]
    const strangers = [
      ...[await world.student(college), await world.student(elsewhere)],
      ...[elsewhere.admin, await world.faculty(elsewhere)],
    ]
    expect((await download(file.id)).status).toBe(200)
    for (const somebody of staff) expect((await download(file.id, somebody)).status).toBe(409)
    await call.attempts.submit({ id })
    expect((await download(file.id)).status).toBe(200)
    for (const somebody of staff) expect((await download(file.id, somebody)).status).toBe(200)
    for (const somebody of strangers) expect((await download(file.id, somebody)).status).toBe(404)
    expect((await download('unknown')).status).toBe(404)
    expect((await download(`../${file.id}`)).status).toBe(404)
  })

  it('returns 404 under another attempt of the same student', async () => {
    const { upload, save, call, id, download } = await hall('Practice')
    const { file } = (await upload(photo)).body
    await save([file])
    await call.attempts.submit({ id })
    const { attemptId } = await call.attempts.start({ id, again: true })
    expect((await download(file.id, undefined, attemptId)).status).toBe(404)
  })
})

describe('cleaning up', () => {
  it('deletes files that the submitted answer does not reference, and keeps the others', async () => {
    const { world, upload, save, call, id } = await hall()
    const [kept, dropped] = [(await upload(photo)).body.file, (await upload(pdf, 'b.pdf')).body.file]
    await save([kept, dropped])
    await save([kept])
    await cleanUp(world)
    expect(stored(world)).toHaveLength(2)
    await call.attempts.submit({ id })
    await cleanUp(world)
    expect(stored(world)).toEqual([kept.id])
  })

  it('keeps a file whose row may not be stored yet', async () => {
    const { world, upload, call, id } = await hall()
    await upload(photo)
    await call.attempts.submit({ id })
    await deleteOrphans(world.platform)
    expect(stored(world)).toHaveLength(1)
  })

  it('deletes a deleted college’s files', async () => {
    const { world, college, upload, save, call, id } = await hall()
    await save([(await upload(photo)).body.file])
    await call.attempts.submit({ id })
    const { code } = (await world.call(world.admin).colleges.get({ id: college.id })).college
    await world.call(world.admin).colleges.delete({ id: college.id, confirm: code })
    await cleanUp(world)
    expect(stored(world)).toEqual([])
  })

  it('deletes an erased student’s files at once, after exporting them', async () => {
    const { world, college, student, upload, save, call, id } = await hall()
    const { file } = (await upload(photo, 'circuit.png')).body
    await save([file], { text: 'See' })
    await call.attempts.submit({ id })
    const exported = await world.call(student).privacy.exportOwn()
    const zipped = await unzip(Buffer.from(await exported.arrayBuffer()), archiveLimits)
    expect(zipped.get(`answer-files/${file.id}-circuit.png`)).toEqual(photo)
    await world.call(college.admin).privacy.erase({ id: student.id, confirm: student.email })
    expect(stored(world)).toEqual([])
  })
})
