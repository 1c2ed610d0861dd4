export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: string | number;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

const HEADER = `# API reference

Every operation with its parameters and fields, made from the schemas that validate requests and type answers
(\`npm run docs\`). How the API behaves beyond that stands in [the API](api.md). The same as a machine reads it:
[openapi.json](openapi.json), served at \`/api/v1/openapi.json\`. Every error has the body [ErrorBody](#errorbody).
`;

/** The reference as Markdown. */
export function toReference(document: Document): string {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1))
    .map(({ path, method, operation }) => toSection(`${method.toUpperCase()} ${path}`, operation));
  const schemas = Object.entries(document.components.schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => toSchemaSection(name, schema));
  return [HEADER, '## Operations\n', ...operations, '## Schemas\n', ...schemas].join('\n');
}

function toSection(title: string, { summary, parameters, requestBody, responses }: Operation): string {
  const lines = [`### ${title}`, '', `${summary}.`, ''];
  if (parameters.length > 0) {
    lines.push('| parameter | in | type | |', '|---|---|---|---|');
    for (const { name, in: place, description = '', schema } of parameters) {
      lines.push(
        `| \`${name}\` | ${place} | ${toType(schema)}${toDefault(schema)} | ${toCell(description)} |`,
      );
    }
    lines.push('');
  }
  if (requestBody !== undefined) lines.push(`Body: ${toContent(requestBody.content)}`, '');
  lines.push(`Answer: ${toContent(responses[200].content)}`, '');
  return lines.join('\n');
}

function toContent(content: Content): string {
  const [[type, { schema }]] = Object.entries(content) as [[string, { schema: Schema }]];
  return type === 'application/json' ? toType(schema) : `\`${type}\``;
}

function toSchemaSection(name: string, schema: Schema): string {
  const lines = [`### ${name}`, ''];
  if (schema.description !== undefined) lines.push(schema.description, '');
  const rows = toRows(schema, '');
  if (rows.length === 0) return [...lines, toType(schema), ''].join('\n');
  return [...lines, '| field | type | |', '|---|---|---|', ...rows, ''].join('\n');
}

/** Fields of objects without a name of their own stand below them, as `outer.inner`. */
function toRows({ properties = {}, required = [] }: Schema, prefix: string): string[] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const optional = required.includes(field) ? '' : ', may be left out';
    const row = `| \`${prefix}${field}\` | ${toType(schema)}${optional} | ${toCell(schema.description ?? '')} |`;
    const suffix = schema.type === 'array' ? '[].' : '.';
    return [row, ...toRows(innerOf(schema), `${prefix}${field}${suffix}`)];
  });
}

/** What has the fields below a field: an item of a list, the object that may be null. */
function innerOf(schema: Schema): Schema {
  if (schema.type === 'array') return schema.items!;
  return schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function toType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)!;
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(toType).join(' or ');
  if (schema.type === 'array') return `list of ${toType(schema.items!)}`;
  if (schema.type === 'object' && schema.patternProperties !== undefined) return 'map';
  if (schema.format === 'date-time') return 'timestamp';
  return `${schema.type ?? 'anything'}${toBounds(schema)}`;
}

function toBounds({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return '';
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? `, ${minimum} or more`
    : `, ${minimum} to ${maximum}`;
}

function toDefault({ default: fallback }: Schema): string {
  return fallback === undefined ? '' : `, \`${fallback}\` by default`;
}
