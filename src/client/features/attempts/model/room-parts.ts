import { KeptCode } from '#client/features/coding/model/saved-code.ts'
import type { Device } from '#client/lib/device/device.ts'
import type {
  NextSectionAnswer,
  SavedAnswer,
  SavedCode,
  StartAnswer,
  SubmitAnswer,
} from '#shared/attempts/attempts.schema.ts'
import { letters, programs, type SaveParcel, type SaveReply } from './answer-kinds.ts'
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
import { SyncedStore } from './synced-store.ts'
import { ViolationLog } from './violation-log.ts'
import { countsAgainst, Violations } from './violations.ts'
import { Writer } from './writer.ts'

/** This tab's name. */
interface Sender {
  writer: string
}

export interface RoomTransport {
  save: (parcel: SaveParcel<SavedAnswer>, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  saveCode: (parcel: SaveParcel<SavedCode>, signal: AbortSignal) => Promise<Outcome<SaveReply>>
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
  storeChanged: () => void
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
  const owner = { testId: start.test.id, studentId }
  const place = { attemptId: start.attemptId, owner, saved: start.answers, clock, ports, line }
  const titles = (ids: readonly string[]) =>
    paper.coding.flatMap((one) => (ids.includes(one.questionId) ? one.title : []))
  const store = new SyncedStore(letters, { ...place, questionIds: paper.ids })
  const code = new SyncedStore(programs, {
    ...place,
    questionIds: paper.coding.map(({ questionId }) => questionId),
    superseded({ questionId, language, ...program }, by) {
      const place = { userId: studentId, testAttemptId: start.attemptId, questionId }
      const { storage, timers } = ports
      // The server stores only the latest language, so no other copy exists.
      if (language !== by.language)
        new KeptCode({ ...place, storage, timers, now: ports.clock.wall }).leave(language, program)
    },
  })
  store.connect({
    sender: () => writer.sender(),
    send: heeding(transport.save),
    emit(event) {
      if (event.kind === 'changed') on.storeChanged()
      else if (event.kind === 'replaced') notice.show(answeredElsewhere(paper, event.questionIds), 'news')
      else if (event.kind === 'ignored') notice.show(notTaken(paper, event.questionIds), 'important')
      else if (event.kind === 'saved') {
        code.take(event.reply.newer)
        on.received(event.reply, event.sent)
      }
    },
  })
  code.connect({
    sender: () => ({ writer: writer.name, takeOver: false }),
    send: heeding(transport.saveCode),
    emit(event) {
      if (event.kind === 'changed') on.changed()
      else if (event.kind === 'replaced') notice.show(codeWrittenElsewhere(titles(event.questionIds)), 'news')
      else if (event.kind === 'ignored') notice.show(codeNotTaken(titles(event.questionIds)), 'important')
      else if (event.kind === 'saved') on.received(event.reply, event.sent)
      else store.close()
    },
  })
  const sitting = new Sitting({
    paper,
    part: clock.position().part,
    attemptId: start.attemptId,
    ports,
    answers: store.items(),
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
  const tooLarge = (id: string) => notice.show(codeTooLarge(titles([id])), 'important')
  return {
    tooLarge,
    notice,
    paper,
    line,
    clock,
    writer,
    store,
    code,
    sitting,
    violations,
    course,
    submission,
    countdown,
  }
}
