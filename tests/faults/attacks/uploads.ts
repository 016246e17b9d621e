import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { int8, query } from '#app/platform/database/statement.ts'
import type { Attack } from './attack.ts'

const most = { photos: 60, bytes: 250_000_000 }

export const attack: Attack = {
  name: 'uploads',
  title: 'One client sends photos of new forms until it is refused',
  async run({ url, dataDir, db }) {
    const wrong: string[] = []
    const noise = randomBytes(700 * 700 * 3)
    const before = sizeOf(join(dataDir, 'files'))
    const send = async (address: string, index: number) => {
      noise.writeUInt32BE(index)
      const photo = await sharp(noise, { raw: { width: 700, height: 700, channels: 3 } })
        .jpeg()
        .toBuffer()
      const token = randomBytes(24).toString('base64url')
      return fetch(`${url}/api/sell-photos/form/${token}`, {
        method: 'POST',
        body: new Uint8Array(photo),
        headers: { 'x-forwarded-for': address },
      })
    }
    let taken = 0
    let refused = 0
    for (let index = 0; index < 80; index += 4) {
      const answers = await Promise.all([0, 1, 2, 3].map((each) => send('203.0.113.50', index + each)))
      for (const answer of answers) {
        const body = await answer.text()
        if (answer.status === 201) taken += 1
        else if (answer.status === 429) {
          refused += 1
          if (!answer.headers.has('retry-after') || !body.includes('too-often'))
            wrong.push(`429 without words: ${body}`)
        } else wrong.push(`answered ${answer.status}: ${body.slice(0, 100)}`)
      }
    }
    if (taken > most.photos) wrong.push(`${taken} photos were taken of one client in an hour`)
    if (refused === 0) wrong.push('no photo was refused')
    const [rows] = await query(db, { forms: int8 })`select count(*) as forms from sell_upload`
    if ((rows?.forms ?? 0) > taken) wrong.push(`${rows?.forms} forms were opened for ${taken} photos`)
    const grown = sizeOf(join(dataDir, 'files')) - before
    if (grown > most.bytes) wrong.push(`the files have grown by ${Math.round(grown / 1e6)} MB`)
    if ((await send('198.51.100.50', 9999)).status !== 201) wrong.push('another client was refused as well')
    return wrong
  },
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) =>
        sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}
