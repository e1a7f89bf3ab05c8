import { imageTooLarge, imageTypeSentence, maxImageBytes } from '#shared/tests/images.schema.ts'

/** Maximum width and height in px: enough for twice the width of the reading column. */
const maxSide = 1_600
/** An image below this size that needs no scaling is sent unchanged. */
const smallBytes = 300 * 1024
const quality = 0.86

export const imageMimeTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** The specified error for a file of the wrong type or size; undefined if there is none. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!imageMimeTypes.some((known) => known === type)) return imageTypeSentence
  return size > maxImageBytes ? imageTooLarge : undefined
}

/** Scales a size to fit a square of `longest`, keeping the aspect ratio and never enlarging. */
export function sizeWithin(width: number, height: number, longest = maxSide) {
  const factor = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

const contains = (bytes: Uint8Array, word: string) =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 64 * 1024)).includes(word)

/** True if the image may be animated, because scaling would keep only the first frame. */
export const mayMove = (type: string, bytes: Uint8Array): boolean =>
  type === 'image/gif' ||
  (type === 'image/png' && contains(bytes, 'acTL')) ||
  (type === 'image/webp' && contains(bytes, 'ANIM'))

function renderCard(image: ImageBitmap): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, sizeWithin(image.width, image.height))
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => {
    // Browsers that cannot encode a type return PNG.
    canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, quality)
  })

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/**
 * Makes an image small enough for a student's phone: at most 1,600 pixels per side, rotated upright, as WebP or the
 * original type, whichever is smaller. Returns an image unchanged if it cannot be decoded here, may be animated, is
 * already small or would not shrink. The server has the final say.
 */
export async function scaleImage(file: File): Promise<File> {
  if (mayMove(file.type, new Uint8Array(await file.arrayBuffer()))) return file
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!image) return file
  try {
    if (Math.max(image.width, image.height) <= maxSide && file.size <= smallBytes) return file
    const canvas = renderCard(image)
    if (!canvas) return file
    const types = new Set(['image/webp', file.type])
    const blobs = await Promise.all([...types].map((type) => encode(canvas, type)))
    const smallest = blobs.filter((blob) => blob !== null).sort((one, other) => one.size - other.size)[0]
    if (!smallest || smallest.size >= file.size) return file
    const name = `${file.name.replace(/\.\w+$/, '')}.${extensions[smallest.type]}`
    return new File([smallest], name, { type: smallest.type })
  } finally {
    image.close()
  }
}
