/**
 * Widths in pixels that exist of every photo; nothing in between is ever made. The last is for who looks closely: a
 * photo is shown at 160 % of the window's width then.
 */
export const photoWidths = [160, 320, 480, 640, 800, 960, 1280, 1600, 2400] as const
export type PhotoWidth = (typeof photoWidths)[number]

/** Best first. */
export const photoVariantFormats = ['avif', 'webp', 'jpg'] as const
export type PhotoVariantFormat = (typeof photoVariantFormats)[number]

/** How stored pixels must be turned to stand upright: the EXIF orientation, 1 to 8. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** How a photo is turned from the way it was taken, clockwise: quarters of a circle, then tenths of a degree (−150 to 150). */
export type PhotoTurn = { quarterTurns: 0 | 1 | 2 | 3; straightened: number }

export function isPhotoWidth(value: number): value is PhotoWidth {
  return (photoWidths as readonly number[]).includes(value)
}

export function isPhotoVariantFormat(value: string): value is PhotoVariantFormat {
  return (photoVariantFormats as readonly string[]).includes(value)
}
