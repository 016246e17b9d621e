import { variantName } from './photos-encodings.ts'
import type { PhotoVariantFormat, PhotoWidth } from './photos-sizes.ts'

/** Where all files of a photo lie. Two levels, so that no folder holds a hundred thousand entries. */
export function photoFolder(id: string): string {
  return `photos/${id.slice(0, 2)}/${id}`
}

export function variantKey(id: string, width: PhotoWidth, format: PhotoVariantFormat): string {
  return `${photoFolder(id)}/${variantName(width, format)}`
}

export function masterKey(id: string): string {
  return `${photoFolder(id)}/master.jpg`
}

/** Beside the folder that public addresses lead to. */
export function originalKey(id: string): string {
  return `originals/${id.slice(0, 2)}/${id}`
}

export function recordKey(id: string): string {
  return `${photoFolder(id)}/photo.json`
}
