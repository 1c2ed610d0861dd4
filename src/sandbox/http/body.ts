import type { IncomingMessage } from 'node:http';
import { parse as parseYaml } from 'yaml';
import { StatusError } from '../cluster-types.ts';
import { badRequest } from '../status-errors.ts';

/** The limit of the real API server. */
const MOST_BYTES = 3 * 1024 * 1024;

/** The media type of a request's body, without parameters. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase();
}

/** A JSON or YAML body; undefined when there is none. Throws a StatusError on any other. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const type = mediaType(request);
  const isYaml = type === 'application/yaml' || type.endsWith('+yaml');
  const isJson = type === 'application/json' || type.endsWith('+json');
  const text = await readText(request);
  if (text === '') return undefined;
  if (!isYaml && !isJson) throw unsupported();
  try {
    return isYaml ? parseYaml(text) : JSON.parse(text);
  } catch (error) {
    throw badRequest(`the body cannot be read: ${(error as Error).message}`);
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= MOST_BYTES) chunks.push(chunk as Buffer);
  }
  if (size > MOST_BYTES) {
    throw new StatusError(413, 'RequestEntityTooLarge', `limit is ${MOST_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString();
}

function unsupported(): StatusError {
  return new StatusError(
    415,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
  );
}
