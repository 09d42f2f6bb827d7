<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
 <context>
  <name>characoid</name>
  <message>
   <source>Activity</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Capabilities</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chat</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Files cannot be written as “{format}”. Choose another format.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It lies at {path}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Live2D</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No program on this computer opened “{name}”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No screen was found, so the window cannot open. Start it from a desktop session, or under a virtual screen (xvfb-run python3 run.py). Without a window this works: python -m characoid_desktop convert FILE -o FOLDER</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing was changed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Persona</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>RVC</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading or writing was refused. Check the rights of the file and of its folder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>System libraries for the window are missing: {packages}. Run “python3 run.py setup”, or install them with your package manager.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The chosen format cannot hold this sound. Choose WAV or FLAC, which can.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The disk is full. Make room, then try again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The engine could not finish this. The log says why.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The engine does not know this task. The app and its engine do not fit together; installing the app again helps.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The engine gave an answer that makes no sense.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The engine refused the settings of this task.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file gives a sample rate of {rate} Hz, which cannot be right.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file gives a sample rate that cannot be right.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file has a number of channels that cannot be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file has {channels} channels; 1 to 8 can be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file is damaged; no sound in it can be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file is empty.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file is no longer there. It may have been moved or renamed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file is protected, so its sound cannot be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file “{name}” is not there any more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder cannot be written to. Choose another folder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder “{name}” is not there any more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The original file is untouched, and no half-written file was left.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The original file is untouched.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The screen {display} does not answer, so the window cannot open. Check DISPLAY, or start it under a virtual screen (xvfb-run python3 run.py). Without a window this works: python -m characoid_desktop convert FILE -o FOLDER</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The sound is stored in a way that cannot be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The sound is too long to be worked on in one piece. Cut it first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The sound is too short to be worked on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The video has no sound in it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no sound in the file, only the header of a sound file.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There was not enough memory. Close other programs, or try a shorter piece.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is not a file that can be read as sound.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is not a sound file, whatever its name says.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is not a sound file; its content looks like {found}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Voice Studio</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>You can find it in its folder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{format} cannot hold sound at {rate} Hz. Choose WAV or FLAC, which can.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{format} cannot hold {channels} channels. Choose WAV or FLAC, which can.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{label}” did not work.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{name}” is no audio or text file, so it was not opened.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{name}”: {sentence}</source>
   <translation type="unfinished" />
  </message>
 </context>
</TS>
