/**
 * A native select whose first option, "all", is undefined. A value that is none of the options, as an
 * address may name, stays to be seen and chosen.
 */
export function Select<T extends string>(props: {
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  /** Its width, its margin and the colour of its border, where they are not those of a filter. */
  readonly className?: string;
}) {
  const { value, className = 'max-w-48 border-line max-sm:max-w-none max-sm:grow max-sm:basis-2/5' } = props;
  const listed = value === undefined || props.options.some((option) => option.value === value);
  const options = listed ? props.options : [{ value, label: value }, ...props.options];
  return (
    <select
      aria-label={props.label}
      value={value ?? ''}
      onChange={(event) =>
        props.onChange(options.find((option) => option.value === event.target.value)?.value)
      }
      className={`h-7 min-w-0 rounded-[5px] border bg-surface px-1.5 pointer-coarse:h-9 ${className}`}
    >
      <option value="">{props.all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
