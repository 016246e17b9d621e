/** How labels lie on what they are printed on; lengths in mm. */
export type LabelFormat = {
  /** The whole page. */
  page: { width: number; height: number }
  columns: number
  rows: number
  label: { width: number; height: number }
  /** Of the first label, from the upper left corner. */
  margin: { left: number; top: number }
  /** From one label's left or upper edge to the next one's. */
  step: { x: number; y: number }
}

const a4 = { width: 210, height: 297 }
const single = (width: number, height: number): LabelFormat => ({
  page: { width, height },
  columns: 1,
  rows: 1,
  label: { width, height },
  margin: { left: 0, top: 0 },
  step: { x: width, y: height },
})

export const labelFormats = {
  'a4-24': {
    page: a4,
    columns: 3,
    rows: 8,
    label: { width: 70, height: 37 },
    margin: { left: 0, top: 0.5 },
    step: { x: 70, y: 37 },
  },
  'a4-40': {
    page: a4,
    columns: 4,
    rows: 10,
    label: { width: 52.5, height: 29.7 },
    margin: { left: 0, top: 0 },
    step: { x: 52.5, y: 29.7 },
  },
  'a4-65': {
    page: a4,
    columns: 5,
    rows: 13,
    label: { width: 38.1, height: 21.2 },
    margin: { left: 4.75, top: 10.7 },
    step: { x: 40.6, y: 21.2 },
  },
  single: single(57, 32),
  tag: single(40, 15),
} as const satisfies Record<string, LabelFormat>

export type LabelFormatName = keyof typeof labelFormats
export const labelFormatNames = Object.keys(labelFormats) as LabelFormatName[]

/** What addresses of parcels are printed on: a sheet of stickers, or a roll as label printers take it. */
export const addressFormats = { 'a4-24': labelFormats['a4-24'], roll: single(100, 62) } as const
export type AddressFormatName = keyof typeof addressFormats
export const addressFormatNames = Object.keys(addressFormats) as AddressFormatName[]
