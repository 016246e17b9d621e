import { drawnForQuery } from '../frame/calls.ts'
import { Thumb } from '../frame/Thumb.tsx'
import type { ShownRequest } from './request-list-answers.ts'

/** Where a copy of a seller's photo lies for staff. */
export const photoAddress = (number: string, photo: string, file: '320.webp' | '1280.jpg') =>
  `/office/data/requests/${number}${drawnForQuery() || '?'}&photo=${photo}&file=${file}`

/** The first photo of a request. */
export function RequestThumb({
  request: { number, photo },
}: {
  request: Pick<ShownRequest, 'number' | 'photo'>
}) {
  return <Thumb src={photo === null ? null : photoAddress(number, photo, '320.webp')} />
}
