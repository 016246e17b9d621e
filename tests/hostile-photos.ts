import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** One chunk of a PNG file. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** A PNG of about a hundred bytes that declares any dimensions; `before` are chunks ahead of its pixels. */
export function declaredPng(width: number, height: number, before: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', deflateSync(Buffer.alloc(64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture that no two seeds share: stripes of grey, with an optional EXIF orientation and place. */
export async function honestJpeg(
  options: { width?: number; height?: number; seed?: number; orientation?: number; gps?: boolean } = {},
): Promise<Buffer> {
  const { width = 400, height = 300, seed = 1, orientation, gps } = options
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = ((at % (width * 3)) * seed * 7) & 0xff
  let picture = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ quality: 85 })
  if (gps) {
    picture = picture.withExif({
      IFD0: { Make: 'Camera of a private person', Software: 'secret-marker' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '50/1 56/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '6/1 57/1 0/1',
      },
    })
  }
  // Last: it would be overwritten by the fields above.
  if (orientation) picture = picture.withMetadata({ orientation })
  return picture.toBuffer()
}
