import { followSeenCodes } from './seen-codes.ts'

/** Why there is no picture to look at. */
export type CameraFault = 'not-encrypted' | 'refused' | 'none' | 'in-use' | 'failed'

/** Milliseconds between two looks: eight in a second at most. */
const between = 125
/**
 * Pixels on each side of what is looked at. A square of the code on a jewellery tag measures 0.4 mm, and the decoder needs
 * three pixels for it: with these it has five at ten centimetres, the nearest at which phones see sharply.
 */
const mostPixels = 1080

/** What browsers call what goes wrong. */
const faults: Record<string, CameraFault> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  NotSupportedError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
}

type Watching = {
  /** Ends it, and switches the camera off. */
  signal: AbortSignal
  onFault: (fault: CameraFault) => void
  /** Told each code once while it is in the picture; nothing is looked at until that is done. */
  onCode: (code: string) => Promise<void>
}

/** Shows the camera's picture in `video` and looks for codes in it until `signal` ends it. */
export async function scanWithCamera(
  video: HTMLVideoElement,
  { signal, onFault, onCode }: Watching,
): Promise<void> {
  const decoder = import('./read-code.ts').catch(() => null)
  const opened = await openCamera()
  if (typeof opened === 'string') return signal.aborted ? undefined : onFault(opened)
  const close = () => {
    for (const track of opened.getTracks()) track.stop()
    video.srcObject = null
  }
  // Whoever closed the dialog while the browser still asked.
  if (signal.aborted) return close()
  signal.addEventListener('abort', close, { once: true })
  // Pulled out, or taken by the system: our own `stop` does not tell of it.
  for (const track of opened.getTracks())
    track.addEventListener('ended', () => !signal.aborted && onFault('in-use'))
  video.srcObject = opened
  const readCode = (await decoder)?.readCode
  if (signal.aborted) return
  if (!readCode) {
    close()
    return onFault('failed')
  }
  const picture = pictureOf(video)
  const isNew = followSeenCodes()
  while (!signal.aborted && opened.active) {
    const seen = picture()
    const code = seen && readCode(seen)
    if (isNew(code, performance.now()) && code) await onCode(code)
    await new Promise((done) => setTimeout(done, between))
  }
}

/** The rear camera where there are several. */
async function openCamera(): Promise<MediaStream | CameraFault> {
  if (!window.isSecureContext) return 'not-encrypted'
  // Browsers within other apps may have none.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) return 'none'
  return devices
    .getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: mostPixels } },
    })
    .catch((error: unknown) => faults[error instanceof DOMException ? error.name : ''] ?? 'failed')
}

/**
 * Takes what the dialog shows of the video, its middle as a square: so a small code keeps the pixels it has, which a
 * whole picture scaled down would lose. `null` until there is a picture.
 */
function pictureOf(video: HTMLVideoElement): () => ImageData | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return () => {
    const { videoWidth: width, videoHeight: height } = video
    const side = Math.min(width, height)
    if (!context || side === 0 || video.readyState < video.HAVE_CURRENT_DATA) return null
    const size = Math.min(side, mostPixels)
    if (canvas.width !== size) canvas.width = canvas.height = size
    context.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size, size)
    return context.getImageData(0, 0, size, size)
  }
}
