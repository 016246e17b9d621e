import { useLoaderData } from 'react-router'
import type { ScreenName } from '../paths.ts'
import type { Shown } from './calls.ts'

/** What the screen that is open shows; comes anew after `useRevalidator().revalidate()`. */
export function useShown<Name extends ScreenName>(): Shown<Name> {
  return useLoaderData() as Shown<Name>
}
