import { create } from 'zustand';

/** Whether the "Go to" dialog is wanted; its code is loaded at the first wish. */
export const useSpotlightState = create<{ open: boolean }>(() => ({ open: false }));

export const openSpotlight = () => useSpotlightState.setState({ open: true });
export const closeSpotlight = () => useSpotlightState.setState({ open: false });
