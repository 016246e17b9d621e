import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { openLocalFiles } from '#app/platform/files.ts'
import { type StoredPhoto, storePhoto } from '#app/shop/catalogue/photos.ts'
import { encodingOf, keptWidths, type PhotoEncoding } from '#app/shop/catalogue/photos-encodings.ts'
import { type PhotoVariantFormat, photoVariantFormats } from '#app/shop/catalogue/photos-sizes.ts'
import { copyInWorker } from '#app/shop/catalogue/photos-workers.ts'
import { likeness, type Pixels } from './likeness.ts'

/**
 * `npm run bench:photos [-- --avif 58,64,70,76 --webp 80,86 --jpg 80,86]`: variants of demo photos in several qualities,
 * at the widths of a card and of the gallery: bytes, time, likeness to the same picture unpacked, and a page with crops
 * side by side; then what each whole photo costs in the shop's own qualities.
 */
const { values } = parseArgs({
  options: {
    avif: { type: 'string', default: '58,64,70,76' },
    webp: { type: 'string', default: '80,86' },
    jpg: { type: 'string', default: '80,86' },
    widths: { type: 'string', default: '480,960' },
    rounds: { type: 'string', default: '3' },
  },
})
const numbersIn = (text: string) => text.split(',').map(Number)
const qualities = Object.fromEntries(
  photoVariantFormats.map((format) => [format, numbersIn(values[format])]),
) as Record<PhotoVariantFormat, number[]>

/** Where to look: what is hard to keep, as parts of width and height. */
const subjects = [
  { file: 'pieces/w01-2.jpg', shows: 'dial, close', at: [0.5, 0.45] },
  { file: 'pieces/w03-1.jpg', shows: 'bezel and hands', at: [0.42, 0.5] },
  { file: 'pieces/w09-2.jpg', shows: 'bezel, close', at: [0.35, 0.35] },
  { file: 'pieces/j01-1.jpg', shows: 'diamond', at: [0.5, 0.3] },
  { file: 'pieces/j05-1.jpg', shows: 'polished gold', at: [0.5, 0.35] },
  { file: 'pieces/j08-1.jpg', shows: 'beaded edge of a ring', at: [0.5, 0.4] },
  { file: 'pieces/j12-1.jpg', shows: 'stones', at: [0.4, 0.52] },
] as const
const cropSide = 200

const print = (line = '') => process.stdout.write(`${line}\n`)
const home = mkdtempSync(join(tmpdir(), 'shop-photos-'))
const files = openLocalFiles(home)
const outcome = resolve('test-results/photos')
type Figure = { bytes: number; milliseconds: number; mean: number; worst: number; crop: string }

async function compare() {
  rmSync(outcome, { recursive: true, force: true })
  mkdirSync(outcome, { recursive: true })
  const sections: string[] = []
  const all = new Map<string, Figure[]>()
  for (const { file, shows, at } of subjects) {
    const { photo, master } = await keep(file)
    for (const width of numbersIn(values.widths)) {
      const unpacked = await sharp(master).resize({ width }).png().toBuffer()
      const shown = [picture('unpacked', await cropOf(unpacked, at))]
      for (const encoding of encodings()) {
        const figure = await tried(master, photo, width, encoding, at, unpacked)
        const name = nameOf(encoding)
        writeFileSync(join(outcome, `${basename(file, '.jpg')}-${width}-${name}.png`), figure.crop, 'base64')
        shown.push(
          picture(
            `${name}: ${figure.bytes} bytes, ${figure.mean.toFixed(4)}, worst ${figure.worst.toFixed(3)}`,
            figure.crop,
          ),
        )
        const key = `${width} ${name}`
        all.set(key, [...(all.get(key) ?? []), figure])
      }
      sections.push(`<h2>${file}, ${shows}, ${width} pixels wide</h2><div>${shown.join('')}</div>`)
    }
  }
  writeFileSync(join(outcome, 'index.html'), page(sections))
  print(
    `| width, format, quality | bytes | CPU | likeness (SSIM) | its worst hundredth |\n|---|---|---|---|---|`,
  )
  for (const [key, figures] of all) {
    const middle = (pick: (figure: Figure) => number) => median(figures.map(pick))
    print(
      `| ${key} | ${Math.round(middle((figure) => figure.bytes))} | ${Math.round(
        middle((figure) => figure.milliseconds),
      )} ms | ${middle((figure) => figure.mean).toFixed(4)} | ${middle((figure) => figure.worst).toFixed(3)} |`,
    )
  }
  print(`\nMedians of ${subjects.length} photos. Side by side: ${join(outcome, 'index.html')}\n`)
}

/** All variants of one photo as the shop makes them, by format. */
async function weigh() {
  print(
    '| photo | variants | master | AVIF | WebP | JPEG | together | CPU |\n|---|---|---|---|---|---|---|---|',
  )
  for (const file of ['pieces/w01-2.jpg', 'pieces/j05-1.jpg', 'editorial/hero.jpg']) {
    const { photo, master } = await keep(file)
    const since = worked()
    const widths = keptWidths(photo.width)
    const bytes: number[] = []
    for (const format of photoVariantFormats) {
      let sum = 0
      for (const width of widths) sum += (await copied(master, width, encodingOf(format))).length
      bytes.push(sum)
    }
    const kilobytes = [photo.bytes, ...bytes, photo.bytes + bytes.reduce((sum, each) => sum + each, 0)].map(
      (each) => `${Math.round(each / 1000)} kB`,
    )
    const seconds = ((worked() - since) / 1000).toFixed(1)
    print(
      `| ${file} ${photo.width} × ${photo.height} | ${widths.length * 3} | ${kilobytes.join(' | ')} | ${seconds} s |`,
    )
  }
}

function encodings(): PhotoEncoding[] {
  return photoVariantFormats.flatMap((format) =>
    qualities[format].map((quality) => {
      const { options } = encodingOf(format)
      return { format, options: { ...options, quality } } as PhotoEncoding
    }),
  )
}

const nameOf = ({ format, options }: PhotoEncoding) => `${format} ${options.quality}`

async function keep(file: string): Promise<{ photo: StoredPhoto; master: string }> {
  const stored = await storePhoto(files, readFileSync(resolve('db/demo/photos', file)))
  if (!stored.ok) throw new Error(`${file}: ${stored.reason}`)
  const { photo } = stored
  return { photo, master: join(home, 'photos', photo.id.slice(0, 2), photo.id, 'master.jpg') }
}

async function copied(master: string, width: number, encoding: PhotoEncoding): Promise<Buffer> {
  const answer = await copyInWorker({
    kind: 'copy',
    source: master,
    orientation: 1,
    width,
    encoding,
    maxPixels: 40_000_000,
  })
  if (!answer.ok || answer.kind !== 'copy') throw new Error(`not copied: ${JSON.stringify(answer)}`)
  return Buffer.from(answer.bytes)
}

async function tried(
  master: string,
  { width: photoWidth }: StoredPhoto,
  width: number,
  encoding: PhotoEncoding,
  at: readonly [number, number],
  unpacked: Buffer,
): Promise<Figure> {
  const times: number[] = []
  let bytes: Buffer = Buffer.alloc(0)
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const since = worked()
    bytes = await copied(master, Math.min(width, photoWidth), encoding)
    times.push(worked() - since)
  }
  const { mean, worst } = likeness(await pixelsOf(unpacked), await pixelsOf(bytes))
  return { bytes: bytes.length, milliseconds: median(times), mean, worst, crop: await cropOf(bytes, at) }
}

/** CPU of the decoders so far, ms; where the system does not tell it, time by the clock. */
function worked(): number {
  if (process.platform !== 'linux') return performance.now()
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    // proc_pid_stat(5): behind the name in brackets, the parent is the second field, its times the 12th and 13th.
    const stat = existsSync(`/proc/${name}/stat`) ? readFileSync(`/proc/${name}/stat`, 'utf8') : ''
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(fields[1]) === process.pid) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * 10
}

async function pixelsOf(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** What is looked at, unpacked, in Base64. */
async function cropOf(bytes: Buffer, [x, y]: readonly [number, number]): Promise<string> {
  const { width, height } = await sharp(bytes).metadata()
  const from = (length: number, part: number) =>
    Math.max(0, Math.min(length - cropSide, Math.round(length * part - cropSide / 2)))
  const crop = await sharp(bytes)
    .extract({ left: from(width, x), top: from(height, y), width: cropSide, height: cropSide })
    .png()
    .toBuffer()
  return crop.toString('base64')
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] as number

const picture = (caption: string, crop: string) =>
  `<figure><img src="data:image/png;base64,${crop}" width="${cropSide}" alt=""><img class="twice" src="data:image/png;base64,${crop}" width="${cropSide * 2}" alt=""><figcaption>${caption}</figcaption></figure>`

/** Each crop as it is and, below, with each pixel shown as four. */
const page = (sections: readonly string[]) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Qualities of photos</title>
<style>body{font:14px sans-serif}div{display:flex;gap:8px;overflow-x:auto}figure{margin:0}img{display:block;margin-bottom:8px}.twice{image-rendering:pixelated}</style>
<h1>Qualities of photos, at 1× and 2×</h1>
${sections.join('\n')}
</html>
`

try {
  await compare()
  await weigh()
} finally {
  rmSync(home, { recursive: true, force: true })
}
