import type { Locale } from '#app/language/locales.ts'
import { type LabelFormatName, labelFormats } from '../label-formats.ts'
import { type Label, LabelSheet } from './LabelSheet.tsx'
import { renderPaper } from './render-paper.ts'

export type { Label }

/** Labels as PDF, the first at place `start` (from 1) of a sheet. */
export function labelsPdf(
  labels: readonly Label[],
  options: { format: LabelFormatName; start: number; locale: Locale; shopName: string; title: string },
): Promise<Buffer> {
  return renderPaper(<LabelSheet labels={labels} {...options} format={labelFormats[options.format]} />)
}
