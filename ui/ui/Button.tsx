import type { ComponentProps } from 'react';

const SHAPE =
  'inline-flex h-7 items-center justify-center gap-1.5 whitespace-nowrap rounded-[5px] border pointer-coarse:h-9 disabled:opacity-60';
const LOOKS = {
  plain: 'border-line bg-surface hover:bg-hover',
  primary: 'border-transparent bg-accent font-medium text-on-accent hover:brightness-110',
  danger: 'border-transparent bg-danger font-medium text-white hover:brightness-110',
  quiet: 'border-transparent text-mute hover:bg-hover hover:text-ink',
} as const;

type ButtonProps = ComponentProps<'button'> & { readonly look?: keyof typeof LOOKS };

/** A button that never submits a form by accident. */
export function Button({ look = 'plain', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${SHAPE} ${LOOKS[look]} px-2.5 ${className}`} {...rest} />;
}

/** A square button with an icon for its only content; `label` names it and is its tooltip. */
export function IconButton({
  look = 'quiet',
  label,
  className = '',
  ...rest
}: ButtonProps & { readonly label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      className={`${SHAPE} ${LOOKS[look]} w-7 shrink-0 pointer-coarse:w-9 ${className}`}
      {...rest}
    />
  );
}
