import { SavedCode } from '#client/features/coding/model/saved-code.ts'
import type { Device } from '#client/lib/device/device.ts'
import { choicesOf } from '#shared/attempts/attempts.rules.ts'
import type { NextSectionAnswer, StartAnswer, SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import { AnswerStore, type SaveParcel, type SaveReply } from './answer-store.ts'
import { type CodeParcel, CodeStore } from './code-store.ts'
import { Countdown } from './countdown.ts'
import { Course, type Leaving } from './course.ts'
import { submissionOf } from './hand-in.ts'
import { TabLine } from './news.ts'
import { Notice } from './notice.ts'
import type { Outcome } from './outcome.ts'
import { PaperParts } from './paper.ts'
import { answeredElsewhere, codeNotTaken, codeTooLarge, codeWrittenElsewhere, notTaken } from './sentences.ts'
import { type Departure, ServerClock } from './server-clock.ts'
import { Sitting } from './sitting.ts'
import type { SubmitPayload } from './submission.ts'
import { ViolationLog } from './violation-log.ts'
import { countsAgainst, Violations } from './violations.ts'
import { Writer } from './writer.ts'

/** This tab's name. */
interface Sender {
  writer: string
}

export interface RoomTransport {
  save: (parcel: SaveParcel, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  saveCode: (parcel: CodeParcel, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  nextSection: (leaving: Leaving & Sender, signal: AbortSignal) => Promise<Outcome<NextSectionAnswer>>
  submit: (payload: SubmitPayload & Sender, signal: AbortSignal) => Promise<Outcome<SubmitAnswer>>
}

export interface RoomOptions {
  start: StartAnswer
  /** The student. */
  studentId: string
  /** When the start call was sent, used to derive the server's clock from its response. */
  departure: Departure
  ports: Device
  transport: RoomTransport
  /** The writer name that the start call registered, and a function that picks a new one. */
  writer: { name: string; rename: () => string }
}

/** Callbacks from the parts to the room. */
interface RoomHooks {
  changed: () => void
  roleChanged: () => void
  submissionChanged: () => void
  /** The server reports that another device is in use. */
  turnedAway: () => void
  received: (reply: SaveReply, sent: Pick<SaveParcel, 'writer' | 'takeOver'>) => void
  /** True if the student takes the test in this tab now. */
  isOn: () => boolean
  timeIsOver: () => void
}

/** Assembles all parts of a room. */
export function assemble({ start, studentId, departure, ports, transport, writer: names }: RoomOptions, on: RoomHooks) {
  const notice = new Notice(ports.timers)
  const paper = new PaperParts(start.test)
  const line = new TabLine(ports.channel)
  const clock = new ServerClock(ports.clock)
  clock.observe(start, departure)
  const writer = new Writer({ ...names, exclusive: start.test.rules.oneDevice, changed: on.roleChanged })
  /** Wraps a call that the server may refuse because another device is in use. */
  const heeding =
    <Payload, Value>(call: (payload: Payload, signal: AbortSignal) => Promise<Outcome<Value>>) =>
    async (payload: Payload, signal: AbortSignal) => {
      const outcome = await call(payload, signal)
      if (!outcome.ok && outcome.failure.kind === 'elsewhere') on.turnedAway()
      return outcome
    }
  const store = new AnswerStore({
    attemptId: start.attemptId,
    owner: { testId: start.test.id, studentId },
    questionIds: paper.ids,
    saved: choicesOf(start.answers),
    clock,
    ports,
    line,
    save: heeding(transport.save),
    sender: () => writer.sender(),
    secondsOn: (id) => sitting.secondsOn(id),
    replaced: (ids) => notice.show(answeredElsewhere(paper, ids), 'news'),
    ignored: (ids) => notice.show(notTaken(paper, ids), 'important'),
    received: (reply, sent) => {
      code.take(reply.newer)
      on.received(reply, sent)
    },
  })
  const owner = { testId: start.test.id, studentId }
  const titles = (ids: readonly string[]) =>
    paper.coding.flatMap((one) => (ids.includes(one.questionId) ? one.title : []))
  const code = new CodeStore({
    attemptId: start.attemptId,
    owner,
    questionIds: paper.coding.map(({ questionId }) => questionId),
    saved: start.answers,
    clock,
    ports,
    line,
    save: heeding(transport.saveCode),
    writer: () => writer.name,
    left: ({ questionId, language, ...program }) => {
      const place = { userId: studentId, testAttemptId: start.attemptId, questionId }
      const { storage, timers } = ports
      new SavedCode({ ...place, storage, timers, now: ports.clock.wall }).leave(language, program)
    },
    replaced: (ids) => notice.show(codeWrittenElsewhere(titles(ids)), 'news'),
    ignored: (ids) => notice.show(codeNotTaken(titles(ids)), 'important'),
    tooLarge: (ids) => notice.show(codeTooLarge(titles(ids)), 'important'),
    received: on.received,
    closed: () => store.close(),
  })
  const sitting = new Sitting({
    paper,
    part: clock.position().part,
    attemptId: start.attemptId,
    ports,
    answers: store.answers(),
  })
  const violations = new Violations({
    counted: start.violationCount + store.unsent().violations.filter(countsAgainst).length,
    log: new ViolationLog(ports.storage, start.attemptId),
    now: () => clock.now(),
    isOn: on.isOn,
    record: (event, held) => {
      store.record(event, held)
      line.tell({ kind: 'violation', event })
    },
    warn: (sentence) => notice.show(sentence),
    changed: on.changed,
  })
  const course = new Course({
    ...{ paper, clock, sitting, store, line, notice, ports },
    nextSection: heeding((leaving, signal) => transport.nextSection({ ...leaving, writer: writer.name }, signal)),
    changed: on.changed,
  })
  const submission = submissionOf({
    ...{ start, paper, store, code, sitting, clock, ports },
    submit: heeding((payload, signal) => transport.submit({ ...payload, writer: writer.name }, signal)),
    changed: on.submissionChanged,
  })
  const countdown = new Countdown({
    clock,
    timers: ports.timers,
    random: ports.random,
    check: () => store.flush(),
    moved: () => course.follow(),
    ended: on.timeIsOver,
  })
  return { notice, paper, line, writer, store, code, sitting, violations, course, submission, countdown }
}
