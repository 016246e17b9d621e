import type { SocialCard } from './card.ts'
import { setText } from './set-text.ts'
import { outlines, type Typefaces, widthOf } from './typeface.ts'

/** Pixels that every network shows whole. */
export const cardSize = { width: 1200, height: 630 } as const
/** The left edge, 4:5 as the shop's photos are. */
export const pictureBox = { left: 0, top: 0, width: 504, height: 630 } as const

/** The shop's light paper and ink (tokens.css) in the only notation that drawings know. */
const colours = {
  paper: '#faf8f3',
  ink: '#16241e',
  soft: '#48534c',
  line: '#d9d7ce',
  green: '#1b4837',
  brass: '#86612b',
  reserved: '#895522',
  sold: '#5d5b53',
} as const

export const background: string = colours.paper

const margin = 64
/** Base line of the shop's name, and the hairline above it. */
const foot = { base: 566, rule: 508 }

/** The card without its picture, as SVG: outlines only, so that it looks the same on every machine. */
export function layOut(card: SocialCard, faces: Typefaces): string {
  const left = (card.picture === null ? 0 : pictureBox.width) + margin
  const width = cardSize.width - margin - left
  const parts: string[] = []
  const draw = (lines: readonly string[], style: Parameters<typeof outlines>[1], at: Line) => {
    for (const [index, line] of lines.entries())
      parts.push(
        `<g fill="${at.colour}">${outlines(line, style, [at.left, at.base + index * (at.leading ?? 0)])}</g>`,
      )
  }

  // Upwards from the foot, then downwards from the head: what is left in between is the title's.
  parts.push(rule(left, foot.rule, width, colours.line))
  const name = setText(card.shop, {
    face: faces.display,
    width: width * 0.8,
    sizes: [38, 32, 26],
    maxLines: () => 1,
  })
  draw(name.lines, { face: faces.display, size: name.size }, { left, base: foot.base, colour: colours.green })
  parts.push(rule(cardSize.width - margin - 56, foot.base - 12, 56, colours.brass))

  let floor = foot.rule - 36
  if (card.price !== null || card.status !== null) {
    const price = { face: faces.display, size: 56 }
    if (card.price !== null) draw([card.price], price, { left, base: floor, colour: colours.ink })
    if (card.status !== null) {
      const after = card.price === null ? left : left + widthOf(card.price, price) + 28
      const style = card.price === null ? price : { face: faces.strong, size: 26 }
      draw([card.status.text], style, { left: after, base: floor, colour: colours[card.status.tone] })
    }
    floor -= 84
  }

  let top = margin
  if (card.kicker !== null) {
    const style = { face: faces.strong, size: 24, spacing: 2.2 }
    const kicker = setText(card.kicker.toLocaleUpperCase('de'), {
      ...style,
      width: width * 0.9,
      sizes: [24, 20],
      maxLines: () => 1,
    })
    draw(kicker.lines, { ...style, size: kicker.size }, { left, base: top + 20, colour: colours.soft })
    top += 52
  }

  const facts = { face: faces.text, size: card.picture === null ? 34 : 28 }
  const leading = facts.size * 1.42
  const rows = card.facts.flatMap(
    (fact) =>
      setText(fact, {
        face: facts.face,
        width,
        sizes: [facts.size],
        maxLines: () => (card.picture === null ? 3 : 2),
      }).lines,
  )
  const room = floor - top - rows.length * leading
  const sizes = card.picture === null ? [84, 76, 68, 60, 52, 46] : [64, 58, 52, 46, 40]
  const title = setText(card.title, {
    face: faces.display,
    width,
    sizes,
    maxLines: (size) => Math.max(1, Math.min(4, Math.floor(room / (size * 1.1)))),
  })
  draw(
    title.lines,
    { face: faces.display, size: title.size },
    { left, base: top + title.size * 0.78, leading: title.size * 1.1, colour: colours.ink },
  )
  const below = top + title.lines.length * title.size * 1.1 + facts.size * 1.25
  draw(rows, facts, { left, base: below, leading, colour: colours.soft })

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">${parts.join('')}</svg>`
}

type Line = { left: number; base: number; leading?: number; colour: string }

function rule(x: number, y: number, width: number, colour: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="2" fill="${colour}"/>`
}
