import type { AttemptRow } from './attempts.repo.ts'

/** A viewer of an assignment's live board; `moved` contains the students whose changes have not been sent yet. */
export interface BoardWatcher {
  moved: Set<string>
  wake: () => void
}

/** The watchers of all live boards. */
export class LiveBoards {
  readonly #boards = new Map<string, Set<BoardWatcher>>()

  /** Notifies watchers that an attempt changed. Costs nothing when nobody is watching. */
  announce({ assignmentId, studentId }: Pick<AttemptRow, 'assignmentId' | 'studentId'>) {
    for (const watcher of this.#boards.get(assignmentId) ?? []) {
      watcher.moved.add(studentId)
      watcher.wake()
    }
  }

  /** Adds a watcher to a board. @returns a function that removes it */
  add(assignmentId: string, watcher: BoardWatcher) {
    const board = this.#boards.get(assignmentId) ?? new Set()
    this.#boards.set(assignmentId, board.add(watcher))
    return () => {
      board.delete(watcher)
      if (board.size === 0 && this.#boards.get(assignmentId) === board) this.#boards.delete(assignmentId)
    }
  }

  /** Number of watchers, for tests. */
  get watchers() {
    return [...this.#boards.values()].reduce((sum, board) => sum + board.size, 0)
  }
}
