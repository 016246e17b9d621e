import { type DocumentProps, renderToBuffer } from '@react-pdf/renderer'
import type { ReactElement } from 'react'
import { prepareTypefaces } from './typefaces.ts'

/** A document as PDF. */
export async function renderPaper(element: ReactElement<DocumentProps>): Promise<Buffer> {
  await prepareTypefaces()
  return renderToBuffer(element)
}
