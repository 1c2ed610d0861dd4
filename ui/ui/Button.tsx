import type { ComponentProps } from 'react';

const SHAPE =
  'inline-flex h-7 items-center justify-center gap-1.5 whitespace-nowrap rounded-[5px] border px-2.5 pointer-coarse:h-9 disabled:opacity-60';
const LOOKS = {
  plain: 'border-line bg-surface hover:bg-hover',
  primary: 'border-transparent bg-accent font-medium text-on-accent hover:brightness-110',
  quiet: 'border-transparent text-mute hover:bg-hover hover:text-ink',
} as const;

type ButtonProps = ComponentProps<'button'> & { readonly look?: keyof typeof LOOKS };

/** A button that never submits a form by accident. */
export function Button({ look = 'plain', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${SHAPE} ${LOOKS[look]} ${className}`} {...rest} />;
}

/** A square button with an icon for its only content; `label` names it and is its tooltip. */
export function IconButton({ label, className = '', ...rest }: ButtonProps & { readonly label: string }) {
  return (
    <Button
      aria-label={label}
      data-tip={label}
      className={`w-7 px-0 pointer-coarse:w-9 ${className}`}
      {...rest}
    />
  );
}
