import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

/**
 * What makes a native dialog a modal one for as long as it is mounted: spread it over the element. Escape
 * asks to close it; when it is unmounted, the focus returns to where it was.
 */
export function useModal(onClose: () => void): {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
} {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = ref.current!;
    const before = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
  };
}
