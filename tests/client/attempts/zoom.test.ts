import { expect, it } from 'vitest'
import { fitted, panBy, pinch, zoomAt } from '#client/features/attempts/components/zoom.ts'

const frame = { x: 400, y: 200 }
const middle = { x: 0, y: 0 }

it('zooms around the centre, from fitted up to eight times', () => {
  expect(zoomAt(fitted, 2, middle, frame)).toEqual({ scale: 2, x: 0, y: 0 })
  expect(zoomAt(fitted, 0.5, middle, frame)).toEqual(fitted)
  expect(zoomAt(fitted, 100, middle, frame).scale).toBe(8)
})

it('keeps the spot under the pointer in place', () => {
  const point = { x: 100, y: -50 }
  const view = zoomAt(fitted, 2, point, frame)
  // The point was 100 px right of the centre of the image. At twice the size it is 200 px away.
  expect({ x: view.x + 2 * 100, y: view.y + 2 * -50 }).toEqual(point)
})

it('keeps the image in its frame', () => {
  const view = zoomAt(fitted, 2, middle, frame)
  expect(panBy(view, { x: 1_000, y: -1_000 }, frame)).toEqual({ scale: 2, x: 200, y: -100 })
  expect(panBy(fitted, { x: 10, y: 10 }, frame)).toEqual(fitted)
  expect(zoomAt({ scale: 2, x: 200, y: 100 }, 0.5, middle, frame)).toEqual(fitted)
})

it('zooms and pans with two fingers', () => {
  const from = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ] as const
  const to = [
    { x: -80, y: 10 },
    { x: 120, y: 10 },
  ] as const
  expect(pinch(fitted, from, to, frame)).toEqual({ scale: 2, x: 20, y: 10 })
})
