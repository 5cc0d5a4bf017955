/**
 * Begins the desk.
 * @module
 */
import { useTexts } from '../shared/text.js';
import { createApp } from './app.js';
import { deskTexts } from './texts.js';

await useTexts(deskTexts);
createApp(/** @type {HTMLElement} */ (document.getElementById('desk'))).start();
