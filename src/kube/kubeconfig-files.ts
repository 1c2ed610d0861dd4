import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';

/** A kubeconfig cannot be used; the message names the file and the field. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';

  constructor(file: string, field: string, problem: string) {
    super(`kubeconfig ${file}: ${field ? `${field}: ` : ''}${problem}`);
  }
}

/** One mapping of a kubeconfig, with what is needed to say where it stands. */
export class Section {
  readonly file: string;
  /** Path of the mapping within the file, such as `users[admin].user`; empty for the whole. */
  readonly field: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(file: string, field: string, values: Readonly<Record<string, unknown>>) {
    this.file = file;
    this.field = field;
    this.#values = values;
  }

  /** The text of a key; null when it is missing or empty. Throws when it is something else. */
  text(key: string): string | null {
    const value = this.#values[key];
    if (value === undefined || value === null || value === '') return null;
    if (typeof value !== 'string') throw this.error(key, 'must be text');
    return value;
  }

  requiredText(key: string): string {
    const text = this.text(key);
    if (text === null) throw this.error(key, 'is missing');
    return text;
  }

  flag(key: string): boolean {
    const value = this.#values[key];
    if (value === undefined || value === null) return false;
    if (typeof value !== 'boolean') throw this.error(key, 'must be true or false');
    return value;
  }

  /** The mapping at a key; null when it is missing. */
  section(key: string): Section | null {
    const value = this.#values[key];
    if (value === undefined || value === null) return null;
    return new Section(this.file, this.#path(key), this.#mapping(key, value));
  }

  /** The mappings of a list, empty when it is missing. */
  sections(key: string): Section[] {
    return this.list(key).map((value, index) => {
      const field = `${this.#path(key)}[${index}]`;
      return new Section(this.file, field, this.#mapping(`${key}[${index}]`, value));
    });
  }

  list(key: string): readonly unknown[] {
    const value = this.#values[key];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.error(key, 'must be a list');
    return value;
  }

  /** Any value, unchecked. */
  raw(key: string): unknown {
    return this.#values[key];
  }

  /** The path of a file that a key names, relative to the kubeconfig; null when it is missing. */
  path(key: string): string | null {
    const text = this.text(key);
    return text === null ? null : resolve(dirname(this.file), text);
  }

  error(key: string, problem: string): KubeconfigError {
    return new KubeconfigError(this.file, this.#path(key), problem);
  }

  #path(key: string): string {
    return this.field && key ? `${this.field}.${key}` : this.field || key;
  }

  #mapping(key: string, value: unknown): Readonly<Record<string, unknown>> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.error(key, 'must be a mapping');
    }
    return value as Record<string, unknown>;
  }
}

/**
 * Reads the files of a KUBECONFIG list in order. As kubectl does, skips those that are missing, unless
 * all are. Rejects with a KubeconfigError.
 */
export async function readKubeconfigFiles(paths: readonly string[]): Promise<Section[]> {
  const sections: Section[] = [];
  for (const path of paths) {
    const section = await readKubeconfigFile(resolve(path));
    if (section) sections.push(section);
  }
  if (sections.length > 0) return sections;
  throw new KubeconfigError(paths.join(', '), '', 'there is no such file');
}

async function readKubeconfigFile(path: string): Promise<Section | null> {
  try {
    const value: unknown = parse(await readFile(path, 'utf8')) ?? {};
    if (typeof value === 'object' && !Array.isArray(value)) return new Section(path, '', { ...value });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new KubeconfigError(path, '', firstLine(error));
  }
  throw new KubeconfigError(path, '', 'must be a mapping');
}

/** The parser shows the text around a mistake from the second line on; that may hold a token. */
function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.replace(/:$/, '');
}
