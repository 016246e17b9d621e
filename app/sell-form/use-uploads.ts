import { useCallback, useEffect, useRef, useState } from 'react'
import type { SellPhotoRefusal, SentPhoto } from './sell-answer.ts'
import { rememberedUpload, rememberUpload } from './upload-token.ts'

/** A photo on its way, or one that was not taken. */
export type Upload = {
  key: number
  name: string
  /** 0 to 100; null while it waits for its turn. */
  percent: number | null
  refused: SellPhotoRefusal | null
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/** Sends photos one after the other, so that they stay in the order they were chosen in; knows which have arrived. */
export function useUploads(address: string, given: { upload: string | null; photos: readonly SentPhoto[] }) {
  const [token, setToken] = useState(given.upload)
  const [photos, setPhotos] = useState(given.photos)
  const [uploads, setUploads] = useState<Upload[]>([])
  const waiting = useRef<{ key: number; file: File }[]>([])
  const isSending = useRef(false)
  const nextKey = useRef(0)

  // The server's form knows its photos; else those of before a reload.
  useEffect(() => {
    if (given.upload !== null) {
      rememberUpload(given.upload)
      return
    }
    const known = rememberedUpload()
    if (known === null) {
      const fresh = newToken()
      rememberUpload(fresh)
      setToken(fresh)
      return
    }
    setToken(known)
    let over = false
    photosOf(`${address}/${known}`)
      .then((found) => {
        if (!over)
          setPhotos((now) => [...found, ...now.filter(({ id }) => !found.some((each) => each.id === id))])
      })
      // Not found again: they can be chosen again.
      .catch(() => undefined)
    return () => {
      over = true
    }
  }, [address, given.upload])

  const change = useCallback((key: number, part: Partial<Upload>) => {
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  }, [])

  const next = useCallback(
    (to: string) => {
      const job = isSending.current ? undefined : waiting.current.shift()
      if (!job) return
      isSending.current = true
      send(`${address}/${to}`, job.file, (percent) => change(job.key, { percent })).then((sent) => {
        if (sent.ok) {
          setUploads((all) => all.filter(({ key }) => key !== job.key))
          setPhotos((all) => (all.some(({ id }) => id === sent.photo.id) ? all : [...all, sent.photo]))
        } else change(job.key, { refused: sent.reason })
        isSending.current = false
        next(to)
      })
    },
    [address, change],
  )

  const add = (files: Iterable<File>) => {
    if (token === null) return
    const jobs = [...files].map((file) => ({ key: nextKey.current++, file }))
    waiting.current.push(...jobs)
    setUploads((all) => [
      ...all,
      ...jobs.map(({ key, file }) => ({ key, name: file.name, percent: null, refused: null })),
    ])
    next(token)
  }

  /** Answers whether the photo is gone. */
  const remove = async (id: string): Promise<boolean> => {
    const answer = await fetch(`${address}/${token}/${id}/320.webp`, { method: 'DELETE' }).catch(() => null)
    if (!answer?.ok) return false
    setPhotos((all) => all.filter((photo) => photo.id !== id))
    return true
  }
  const dismiss = (key: number) => setUploads((all) => all.filter((each) => each.key !== key))
  return { token, photos, uploads, add, remove, dismiss }
}

/** The photos that have arrived; asked for once more where that helps (docs/product.md 4). */
async function photosOf(address: string): Promise<SentPhoto[]> {
  const { ofetch } = await import('ofetch')
  return (await ofetch<{ photos: SentPhoto[] }>(address)).photos
}

type Sent = { ok: true; photo: SentPhoto } | { ok: false; reason: SellPhotoRefusal }

/** `fetch` tells nothing of what has left; this does. */
function send(address: string, file: File, onProgress: (percent: number) => void): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.round((loaded / Math.max(1, total)) * 100))
    request.onload = () => {
      const body = request.response as { photo?: SentPhoto; reason?: SellPhotoRefusal } | null
      if (request.status === 201 && body?.photo) resolve({ ok: true, photo: body.photo })
      else resolve({ ok: false, reason: body?.reason ?? 'network' })
    }
    request.onerror = () => resolve({ ok: false, reason: 'network' })
    request.onabort = () => resolve({ ok: false, reason: 'network' })
    request.send(file)
  })
}
