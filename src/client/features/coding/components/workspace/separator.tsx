import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { layoutBounds, type WorkspaceLayout } from '../../model/workspace-layout.ts'
import classes from './workspace.module.css'

interface SeparatorProps {
  label: string
  /** The pane that it resizes. */
  of: 'left' | 'top'
  /** The pane's share as a percentage. */
  value: number
  onChange: (name: keyof WorkspaceLayout, value: number) => void
}

const step = 4

/** Resizes two panes by dragging or with the arrow keys. A double click or Enter resets the sizes. */
export function Separator({ label, of, value, onChange }: SeparatorProps) {
  const [dragged, setDragged] = useState(false)
  const { min, max, initial } = layoutBounds[of]
  const upright = of === 'left'
  const set = (next: number) => onChange(of, next)

  const move = (event: PointerEvent<HTMLElement>) => {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!dragged || !frame) return
    const share = upright ? (event.clientX - frame.left) / frame.width : (event.clientY - frame.top) / frame.height
    set(share * 100)
  }
  const press = (event: KeyboardEvent) => {
    const [less, more] = upright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const next = {
      [less as string]: value - step,
      [more as string]: value + step,
      Home: min,
      End: max,
      Enter: initial,
    }[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    set(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element cannot be moved; this is ARIA's window splitter pattern
    <div
      role="separator"
      aria-label={label}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classes.separator}
      data-dragged={dragged || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(true)
      }}
      onPointerMove={move}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      onDoubleClick={() => set(initial)}
      onKeyDown={press}
    />
  )
}
