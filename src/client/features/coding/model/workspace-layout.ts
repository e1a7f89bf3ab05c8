import { create } from 'zustand'
import { localStore } from '#client/lib/device/browser.ts'

/** A user's workspace layout, kept in this browser for all problems. */
export interface WorkspaceLayout {
  /** Width of the statement, as a percentage. */
  left: number
  /** Height of the code, as a percentage of the height it shares with the console. */
  top: number
  /** Font size of the code, in px. */
  fontSize: number
}

const key = 'examhall.workspace'
export const layoutBounds = {
  left: { min: 25, max: 70, initial: 44 },
  top: { min: 20, max: 85, initial: 54 },
  fontSize: { min: 11, max: 22, initial: 14 },
} as const

const within = (name: keyof WorkspaceLayout, value: unknown) => {
  const { min, max, initial } = layoutBounds[name]
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : initial
}

function readSaved(): WorkspaceLayout {
  let kept: Partial<WorkspaceLayout> | null = null
  try {
    kept = JSON.parse(localStore.read(key) ?? 'null')
  } catch {
    // Malformed, so use the defaults.
  }
  return {
    left: within('left', kept?.left),
    top: within('top', kept?.top),
    fontSize: within('fontSize', kept?.fontSize),
  }
}

const useLayout = create(readSaved)

function change(name: keyof WorkspaceLayout, value: number) {
  useLayout.setState({ [name]: within(name, value) })
  localStore.write(key, JSON.stringify(useLayout.getState()))
}

/** @returns `[layout, change(name, value)]` */
export const useWorkspaceLayout = () => [useLayout(), change] as const
