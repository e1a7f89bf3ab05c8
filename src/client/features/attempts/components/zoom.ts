/** An image's position in its frame: scale relative to the fitted size, and offset from the centre in px. */
export interface ZoomView {
  scale: number
  x: number
  y: number
}

/** A point or a size in px. Points are relative to the centre of the frame. */
export interface Pair {
  x: number
  y: number
}

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 }
const maxScale = 8

const between = (value: number, least: number, greatest: number) => Math.min(greatest, Math.max(least, value))

/** Clamps the offset to keep the image in its frame. */
function kept({ scale, x, y }: ZoomView, frame: Pair): ZoomView {
  const [reachX, reachY] = [((scale - 1) * frame.x) / 2, ((scale - 1) * frame.y) / 2]
  return { scale, x: between(x, -reachX, reachX), y: between(y, -reachY, reachY) }
}

/** Zooms by `factor`, keeping the same spot of the image under `point`. */
export function zoomAt(view: ZoomView, factor: number, point: Pair, frame: Pair): ZoomView {
  const scale = between(view.scale * factor, 1, maxScale)
  const grown = scale / view.scale
  return kept({ scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }, frame)
}

export const panBy = (view: ZoomView, by: Pair, frame: Pair): ZoomView =>
  kept({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, frame)

/** Applies a two-finger gesture: zooms around the fingers' midpoint and pans. */
export function pinch(view: ZoomView, from: readonly [Pair, Pair], to: readonly [Pair, Pair], frame: Pair): ZoomView {
  const middle = ([one, other]: readonly [Pair, Pair]) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
  const width = ([one, other]: readonly [Pair, Pair]) => Math.hypot(one.x - other.x, one.y - other.y)
  const [before, after] = [middle(from), middle(to)]
  const zoomed = zoomAt(view, width(to) / Math.max(1, width(from)), before, frame)
  return panBy(zoomed, { x: after.x - before.x, y: after.y - before.y }, frame)
}
