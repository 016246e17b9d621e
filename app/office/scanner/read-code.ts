import decodeQR, { type Image } from 'qr/decode.js'

/** What the QR code in a picture (RGBA) says; `null` where there is none that can be read. */
export function readCode(picture: Image): string | null {
  try {
    return decodeQR(picture, { format: 'RGBA' }) || null
  } catch {
    // Most pictures of a camera show no code, and the decoder tells of it this way alone.
    return null
  }
}
