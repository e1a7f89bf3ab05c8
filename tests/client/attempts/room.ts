import type { SubmitPayload } from '#client/features/attempts/model/answer-kinds.ts'
import { ExamRoom } from '#client/features/attempts/model/exam-room.ts'
import type { NoticeTone } from '#client/features/attempts/model/notices.ts'
import type { Failure, Outcome, RoomTransport } from '#client/features/attempts/model/requests.ts'
import { choicesOf } from '#shared/attempts/attempts.rules.ts'
import type { SavedCode, StartAnswer, SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import type { StoredChunk } from '#shared/journals/replay.rules.ts'
import { relaxedRules } from '#shared/tests/exam.rules.ts'
import { type PaperQuestion, testSummary } from '#shared/tests/tests.schema.ts'
import { minimal } from '#tests/factories/minimal.ts'
import { aQuestion, makeWorld, offline, questionIds } from './world.ts'

const flat: StartAnswer['test'] = {
  ...minimal(testSummary),
  id: 'test',
  testName: 'Networks, week 3',
  testType: 'Assignment',
  numberOfQuestions: 3,
  marksPerQuestion: 1,
  totalMarks: 3,
  duration: 60,
  startDateTime: '2026-01-31T00:00:00.000Z',
  endDateTime: '2026-02-28T00:00:00.000Z',
  sections: [],
  codingQuestions: [],
  rules: relaxedRules,
  questions: questionIds.map((id) => aQuestion(id)),
}

/** Sections of 10, 20 and 5 minutes with two, two and one question. */
const sections = [
  { name: 'Aptitude', minutes: 10, ids: ['a1', 'a2'] },
  { name: 'Verbal', minutes: 20, ids: ['v1', 'v2'] },
  { name: 'Coding', minutes: 5, ids: ['c1'] },
]
export const sectioned: StartAnswer['test'] = {
  ...flat,
  testType: 'Assessment',
  hasSections: true,
  questions: [],
  sections: sections.map(({ name, minutes, ids }) => ({
    id: name,
    sectionName: name,
    sectionDuration: minutes,
    numberOfQuestions: ids.length,
    marksPerQuestion: 1,
    questions: ids.map((id) => aQuestion(id)),
  })),
}
const partOf = new Map(sections.flatMap(({ ids }, part) => ids.map((id) => [id, part] as const)))

export const submitted: SubmitAnswer = {
  testType: 'Assignment',
  attemptId: 'attempt',
  results: {
    marksObtained: 1,
    totalMarks: 3,
    percentage: 33.33,
    correctAnswers: 1,
    incorrectAnswers: 0,
    unanswered: 2,
  },
  pendingCode: 0,
  receipt: { code: 'ABCD-EFGH', submittedAt: '2026-01-31T13:00:00.000Z', answered: 1, questions: 3 },
}

interface RoomSettings {
  /** Replaces the flat test's single choice questions. */
  questions?: readonly PaperQuestion[]
  minutes?: number
  hasSections?: boolean
  /** Adds a 10-minute coding question to the flat test. */
  hasCoding?: boolean
  oneDevice?: boolean
  violationCount?: number
  wallError?: number
}

const withCode: StartAnswer['test'] = {
  ...flat,
  codingCount: 1,
  codingDuration: 10,
  hasCodingSection: true,
  codingQuestions: [
    {
      questionId: 'code1',
      title: 'Sum',
      difficulty: 'easy',
      points: 50,
      timeLimit: 600,
      description: 'Add.',
      constraints: '',
      input_format: '',
      output_format: '',
      time_limit: 2_000,
      memory_limit: 256,
      sample_input: '',
      sample_output: '',
      explanation: '',
      supported_languages: ['python'],
      testCases: [{ input: '1 2\n', expected_output: '3\n', is_sample: true }],
    },
  ],
}

/** A room in one tab. `openRoom` opens more tabs. */
export function makeRoom({
  questions,
  minutes = 60,
  hasSections = false,
  hasCoding = false,
  oneDevice = false,
  violationCount = 0,
  wallError = 0,
}: RoomSettings = {}) {
  const kind = hasSections ? sectioned : hasCoding ? withCode : flat
  const replaced = questions && { questions: [...questions], numberOfQuestions: questions.length }
  const test = { ...kind, ...replaced, rules: { ...relaxedRules, oneDevice } }
  const plan = hasCoding ? [minutes, 10] : hasSections ? sections.map((section) => section.minutes) : [minutes]
  const world = makeWorld({ plan, partOf, wallError, questions: questions ?? [] })
  const { time, server } = world
  server.oneDevice = oneDevice
  const payloads: SubmitPayload[] = []
  const notified: { sentence: string; tone: NoticeTone }[] = []
  /** Makes submissions fail, or inspects them. */
  const control: {
    submitFailure: Failure | null
    onSubmit?: (payload: SubmitPayload) => void
    onUpload: RoomTransport['upload']
    /** Makes journals fail. */
    journalFailure: Failure | null
  } = {
    submitFailure: null,
    journalFailure: null,
    onUpload: async () => ({ ok: false, failure: offline }),
  }
  /** Chunks that the server has, by stream and position. */
  const journal = new Map<string, StoredChunk>()
  let tabs = 0
  let savedAt = Number.NEGATIVE_INFINITY

  /** Starts or resumes the attempt in a new tab, in this browser or on another device. */
  const openRoom = (device = world.browser, name = `tab ${++tabs}`) => {
    const ports = world.portsOf(device)
    const departure = { wall: time.clock.wall(), mono: time.clock.mono() }
    const elsewhere = server.writer !== null && server.writer !== name && time.now - savedAt < 90_000
    server.hear(name)
    savedAt = time.now
    const room = new ExamRoom({
      start: {
        test,
        attemptId: 'attempt',
        startTime: new Date(time.now).toISOString(),
        ...server.times(),
        extraMinutes: server.extraMinutes,
        answers: [...server.codes.values(), ...server.answers.values()],
        violationCount,
        elsewhere,
      },
      studentId: 'student',
      departure,
      ports,
      writer: { name, rename: () => `tab ${++tabs}` },
      transport: {
        save: (request) => {
          savedAt = time.now
          const codes = request.answers.filter((answer): answer is SavedCode => 'code' in answer)
          return codes.length > 0
            ? server.saveCode({ ...request, answers: codes })
            : server.save({ ...request, answers: choicesOf(request.answers) })
        },
        nextSection: server.nextSection,
        upload: (sending, signal) => control.onUpload(sending, signal),
        journal: async (_attemptId, chunks) => {
          if (control.journalFailure) return { ok: false, failure: control.journalFailure }
          for (const chunk of chunks) journal.set(`${chunk.stream} ${chunk.seq}`, { ...chunk, receivedAt: time.now })
          return { ok: true, value: null }
        },
        submit: async (payload): Promise<Outcome<SubmitAnswer>> => {
          payloads.push(payload)
          control.onSubmit?.(payload)
          if (control.submitFailure) return { ok: false, failure: control.submitFailure }
          return { ok: true, value: submitted }
        },
      },
    })
    let last = -1
    const listen = () => {
      for (const { id, sentence, tone } of room.notices()) {
        if (id <= last) continue
        last = id
        notified.push({ sentence, tone })
      }
    }
    room.subscribe(listen)
    listen()
    room.open()
    return room
  }
  const room = openRoom()
  return {
    ...world,
    payloads,
    notified,
    sentences: () => notified.map(({ sentence }) => sentence),
    control,
    journal,
    openRoom,
    room,
  }
}

/** The section, index and question shown in a room. */
export const place = (room: ExamRoom) => {
  const { part, index, question } = room.view()
  return [part.name, index, question?.id]
}
