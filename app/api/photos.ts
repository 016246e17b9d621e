import { appContext } from '#app/app-context.ts'
import { answerPhoto } from './photo-answer.ts'
import type { ResourceArgs } from './resource.ts'

/** `GET {apiUrl}/photos/{id}/{width}.{format}` */
export function loader({ request, params, context }: ResourceArgs<'id' | 'file'>): Promise<Response> {
  return answerPhoto(request, context.get(appContext), params.file, async () => params.id)
}

/** Anything but GET and HEAD is refused with a word. */
export const action = loader
