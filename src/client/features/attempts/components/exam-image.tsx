import { ActionIcon, Center, Group, Modal, Stack, Text } from '@mantine/core'
import { IconArrowsMaximize, IconPhotoOff, IconRefresh, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import type { DialogProps } from '#client/ui/modal.tsx'
import { useOpenDialog } from '#client/ui/modal-stack.ts'
import classes from './question-view.module.css'
import { fitted, type Pair, panBy, pinch, type ZoomView, zoomAt } from './zoom.ts'

interface ExamImageProps {
  src: string
  /** Completes the label, as in "Image of option B". */
  of: string
  small?: boolean
}

/** Keeps a press on an option's image from selecting the option. */
const withoutSelecting = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
  act()
}

/**
 * An image in a box that reserves space before the image loads. Pressing it opens a zoomed view; a failed load can be
 * retried.
 */
export function ExamImage({ src, of, small = false }: ExamImageProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const url = tries === 0 ? src : `${src}${src.includes('?') ? '&' : '?'}try=${tries}`
  const failed = state === 'failed'
  const retry = () => {
    setState('loading')
    setTries((before) => before + 1)
  }
  const online = useEffectEvent(retry)
  useEffect(() => {
    if (!failed) return
    const listener = () => online()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [failed])
  return (
    <div className={classes.box} data-small={small || undefined}>
      {failed ? (
        <button type="button" className={classes.failed} onClick={withoutSelecting(retry)}>
          <IconPhotoOff size={22} aria-hidden />
          <span>The image of {of} could not be loaded.</span>
          <Group component="span" display="inline-flex" gap={4} wrap="nowrap" fw={600}>
            <IconRefresh size={16} aria-hidden /> Retry
          </Group>
        </button>
      ) : (
        <button
          type="button"
          className={classes.open}
          aria-label={`Enlarge image of ${of}`}
          aria-haspopup="dialog"
          onClick={withoutSelecting(() => setZoomed(true))}
        >
          <img
            key={url}
            src={url}
            alt=""
            draggable={false}
            data-state={state}
            onLoad={() => setState('shown')}
            onError={() => setState('failed')}
          />
          <Center
            component="span"
            pos="absolute"
            right={8}
            bottom={8}
            w={28}
            h={28}
            c="#fff"
            bg="rgb(28 33 43 / 72%)"
            bdrs="50%"
            aria-hidden
          >
            <IconZoomIn size={16} />
          </Center>
        </button>
      )}
      <ImageZoom src={url} of={of} opened={zoomed} onClose={() => setZoomed(false)} />
    </div>
  )
}

/** Prefetches the images needed next. */
export function usePrefetch(urls: readonly string[]) {
  const list = urls.join('\n')
  useEffect(() => {
    for (const url of list.split('\n')) if (url) new Image().src = url
  }, [list])
}

interface ImageZoomProps extends DialogProps {
  src: string
  of: string
}

const step = 1.5
const panStep = 60
const middle: Pair = { x: 0, y: 0 }
const arrows: Record<string, Pair> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
}

/** A full-window image that can be dragged, and zoomed with buttons, the wheel, a pinch or keys. */
function ImageZoom({ src, of, opened, onClose }: ImageZoomProps) {
  const id = useId()
  useOpenDialog(id, opened, onClose)
  return (
    <Modal
      id={id}
      opened={opened}
      onClose={onClose}
      title={`Image of ${of}`}
      fullScreen
      closeOnEscape={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ content: { display: 'flex', flexDirection: 'column' }, body: { flex: 1, minHeight: 0 } }}
    >
      <Stage src={src} of={of} />
    </Modal>
  )
}

function Stage({ src, of }: { src: string; of: string }) {
  const [view, setView] = useState<ZoomView>(fitted)
  const stage = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Pair>())
  const frame = (): Pair => ({ x: stage.current?.clientWidth ?? 1, y: stage.current?.clientHeight ?? 1 })
  /** Converts window coordinates to coordinates relative to the centre of the stage. */
  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Pair => {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : middle
  }
  const zoom = (factor: number, point = middle) => setView((before) => zoomAt(before, factor, point, frame()))

  const turned = useEffectEvent((event: WheelEvent) => zoom(Math.exp(-event.deltaY / 400), pointAt(event)))
  // React's wheel listener is passive and cannot keep the page from zooming.
  useEffect(() => {
    const element = stage.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      turned(event)
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [])

  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = pointAt(event)
    const other = [...fingers.current].find(([pointer]) => pointer !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    setView((at) =>
      other
        ? pinch(at, [before, other], [now, other], frame())
        : panBy(at, { x: now.x - before.x, y: now.y - before.y }, frame()),
    )
  }
  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId)

  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (event.key === '+' || event.key === '=') zoom(step)
    else if (event.key === '-') zoom(1 / step)
    else if (event.key === '0') setView(fitted)
    else if (arrow) setView((before) => panBy(before, arrow, frame()))
    else return
    event.preventDefault()
  }

  return (
    <Stack gap={10} h="100%" onKeyDown={press}>
      <Group gap={8} wrap="nowrap" justify="center">
        <ActionIcon variant="default" aria-label="Zoom out" disabled={view.scale <= 1} onClick={() => zoom(1 / step)}>
          <IconZoomOut size={18} />
        </ActionIcon>
        <Text span inherit miw={52} fz="sm" ta="center" className="tabular" aria-live="polite">
          {Math.round(view.scale * 100)}%
        </Text>
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => zoom(step)} data-autofocus>
          <IconZoomIn size={18} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Fit" onClick={() => setView(fitted)}>
          <IconArrowsMaximize size={18} />
        </ActionIcon>
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: everything here also works with the buttons and keys */}
      <div
        ref={stage}
        className={classes.stage}
        data-zoomed={view.scale > 1 || undefined}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          fingers.current.set(event.pointerId, pointAt(event))
        }}
        onPointerMove={move}
        onPointerUp={lift}
        onPointerCancel={lift}
        onDoubleClick={(event) => (view.scale > 1 ? setView(fitted) : zoom(2.5, pointAt(event)))}
      >
        <img
          src={src}
          alt={of}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
    </Stack>
  )
}
