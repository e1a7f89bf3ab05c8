import { Center, Group } from '@mantine/core'
import { IconPhotoOff, IconRefresh, IconZoomIn } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { ImageZoom } from './image-zoom.tsx'
import classes from './question-view.module.css'

interface ExamImageProps {
  src: string
  /** What the image belongs to: `question`, `option B`. */
  of: string
  small?: boolean
}

/** Pressing the image within an option must not select that option. */
const alone = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
  act()
}

/**
 * An image in a box that reserves its size before it loads. Pressing it opens a zoomed view; a failed load can be
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
        <button type="button" className={classes.failed} onClick={alone(retry)}>
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
          aria-label={`Image of ${of}, enlarge`}
          aria-haspopup="dialog"
          onClick={alone(() => setZoomed(true))}
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
