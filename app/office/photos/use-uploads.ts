import { useEffect, useRef, useState } from 'react'
import { officeFetch } from '../frame/calls.ts'
import type { PhotosShown } from './photos-answers.ts'
import { sendPhoto } from './send-photo.ts'

export type Upload = {
  key: number
  file: File
  shot: string | null
  state: 'waiting' | 'sending' | 'unsent' | 'refused'
  /** 0 to 1. */
  sent: number
  /** Why it is refused. */
  reason: string | null
}

/** So many travel at once: the server decodes one after the other. */
const atOnce = 2

/**
 * Photos on their way to a piece, each with its own progress and outcome. What did not arrive stays until it is sent
 * again or discarded.
 */
export function useUploads(pieceId: string, onShown: (shown: PhotosShown, arrived: boolean) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const next = useRef(0)
  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const dismiss = (key: number) => setUploads((all) => all.filter((each) => each.key !== key))

  async function send({ key, file, shot }: Upload): Promise<void> {
    const input = { piece: pieceId, ...(shot !== null && { shot }) }
    const sent = await sendPhoto('photos.add', input, file, (part) => change(key, { sent: part }))
    if (!sent.arrived) {
      // Asks to sign in over the page, where that is why; the file waits in its place meanwhile.
      if (sent.why === 'signed-out') {
        change(key, { sent: 0 })
        const again = await officeFetch(`/office/data/pieces/${pieceId}/photos`).catch(() => null)
        if (again?.ok) return change(key, { state: 'waiting', sent: 0 })
      }
      return change(key, { state: 'unsent', sent: 0 })
    }
    const { answer } = sent
    if ('shown' in answer && answer.shown) onShown(answer.shown, answer.ok)
    if (answer.ok) return dismiss(key)
    if (answer.reason === 'failed') change(key, { state: 'unsent', sent: 0 })
    else change(key, { state: 'refused', reason: answer.reason })
  }

  // Begins with those that wait as soon as there is room.
  const begin = useRef(send)
  begin.current = send
  useEffect(() => {
    const room = atOnce - uploads.filter(({ state }) => state === 'sending').length
    const due = uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room))
    if (due.length === 0) return
    const keys = new Set(due.map(({ key }) => key))
    setUploads((all) => all.map((each) => (keys.has(each.key) ? { ...each, state: 'sending' } : each)))
    for (const upload of due) void begin.current(upload)
  }, [uploads])

  return {
    uploads,
    add: (files: Iterable<File>, shot: string | null = null) => {
      const added = [...files].map((file): Upload => {
        next.current += 1
        return { key: next.current, file, shot, state: 'waiting', sent: 0, reason: null }
      })
      setUploads((all) => [...all, ...added])
    },
    again: (keys: readonly number[]) => {
      for (const key of keys) change(key, { state: 'waiting', sent: 0, reason: null })
    },
    dismiss,
  }
}
