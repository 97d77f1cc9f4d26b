/**
 * The local government areas of each state in the order of INEC's codes (the first of state 24 is 24-01), in INEC's spelling; spellings of other
 * registers follow after a colon.
 */
export const LGA_NAMES: Record<string, string> = {
  '01':
    'Aba North|Aba South|Arochukwu|Bende|Ikwuano|Isiala Ngwa North|Isiala Ngwa South' +
    '|Isuikwuato:Isuikwato;Isukwuato|Obi Ngwa:Obi Nwa;Obi Nwga|Ohafia|Osisioma:Osisioma Ngwa|Ugwunagbo' +
    '|Ukwa East|Ukwa West|Umuahia North|Umuahia South|Umu Nneochi:Umu-Neochi',
  '02':
    'Demsa|Fufore:Fufure|Ganye:Ganaye|Girei:GIRE 1;Gireri|Gombi|Guyuk:Gayuk|Hong:Hung|Jada|Lamurde|Madagali' +
    '|Maiha|Mayo-Belwa|Michika|Mubi North|Mubi South|Numan|Shelleng|Song|Toungo|Yola North|Yola South',
  '03':
    'Abak|Eastern Obolo|Eket|Esit Eket:ESIT EKET (UQUO)|Essien Udim|Etim Ekpo|Etinan|Ibeno|Ibesikpo Asutan' +
    '|Ibiono Ibom|Ika|Ikono|Ikot Abasi|Ikot Ekpene|Ini|Itu|Mbo|Mkpat Enin|Nsit Atai|Nsit Ibom|Nsit Ubium' +
    '|Obot Akara|Okobo|Onna|Oron|Oruk Anam|Udung Uko|Ukanafun|Uruan|Urue-Offong/Oruko:Urue Offoung/Oruko|Uyo',
  '04':
    'Aguata|Ayamelum|Anambra East|Anambra West|Anaocha|Awka North|Awka South|Dunukofia|Ekwusigo|Idemili North' +
    '|Idemili South|Ihiala:IHALA|Njikoka|Nnewi North|Nnewi South|Ogbaru|Onitsha North|Onitsha South' +
    '|Orumba North|Orumba South|Oyi',
  '05':
    "Alkaleri|Bauchi|Bogoro|Dambam:Damban|Darazo|Dass|Gamawa|Ganjuwa:Ganju/Ganjuwa|Giade|Itas/Gadau|Jama'are" +
    '|Katagum|Kirfi|Misau|Ningi|Shira|Tafawa-Balewa|Toro|Warji|Zaki',
  '06':
    'Brass|Ekeremor:Ekere/Ekeremor|Kolokuma/Opokuma:Kolokuma/Opkuma|Nembe|Ogbia|Sagbama:Sagba/Sagbama' +
    '|Southern Ijaw|Yenagoa:Yenegoa',
  '07':
    'Ado|Agatu|Apa|Buruku|Gboko|Guma|Gwer East|Gwer West|Katsina-Ala|Konshisha|Kwande|Logo|Makurdi|Obi' +
    '|Ogbadibo|Oju|Ohimini|Okpokwu|Otukpo:Oturkpo|Tarka|Ukum|Ushongo|Vandeikya:Vandekya',
  '08':
    'Abadam|Askira/Uba|Bama|Bayo|Biu|Chibok|Damboa|Dikwa|Gubio|Guzamala|Gwoza|Hawul|Jere|Kaga|Kala/Balge' +
    '|Konduga|Kukawa|Kwaya Kusar|Mafa|Magumeri|Maiduguri:MAIDUGURI M. C.|Marte|Mobbar|Monguno|Ngala|Nganzai' +
    '|Shani',
  '09':
    'Abi|Akamkpa|Akpabuyo|Bakassi|Bekwarra:Bekwara|Biase|Boki|Calabar Municipal:CALABAR MUNICIPALITY' +
    '|Calabar South|Etung|Ikom|Obanliku|Obubra|Obudu|Odukpani|Ogoja|Yakurr:Yakuur|Yala',
  '10':
    'Aniocha North|Aniocha South|Bomadi|Burutu|Ethiope East|Ethiope West|Ika North East|Ika South|Isoko North' +
    '|Isoko South|Ndokwa East|Ndokwa West|Okpe|Oshimili North:Oshielli-North|Oshimili South|Patani|Sapele|Udu' +
    '|Ughelli North|Ughelli South|Ukwuani|Uvwie:Uvwei|Warri North|Warri South|Warri South West',
  '11':
    'Abakaliki|Afikpo North|Afikpo South:Afikpo-South(Edda)|Ebonyi|Ezza North|Ezza South|Ikwo|Ishielu|Ivo' +
    '|Izzi|Ohaozara|Ohaukwu|Onicha',
  '12':
    'Akoko-Edo|Egor|Esan Central|Esan North East|Esan South East|Esan West|Etsako Central|Etsako East' +
    '|Etsako West|Igueben:Iguegben|Ikpoba-Okha|Oredo|Orhionmwon|Ovia North East|Ovia South West|Owan East' +
    '|Owan West|Uhunmwonde:UHUNMWODE',
  '13':
    'Ado Ekiti|Efon|Ekiti East|Ekiti West|Ekiti South West|Emure:Emure/Ise/Orun|Gbonyin:Aiyekire' +
    '|Ido/Osi:Idosi-Osi|Ijero|Ikere|Ikole|Ilejemeje:Ilemeji|Irepodun/Ifelodun|Ise/Orun|Moba|Oye',
  '14':
    'Aninri|Awgu|Enugu East|Enugu North|Enugu South|Ezeagu|Igbo-Etiti|Igbo-Eze North|Igbo-Eze South|Isi-Uzo' +
    '|Nkanu East|Nkanu West|Nsukka|Oji-River|Udenu|Udi|Uzo-Uwani',
  '15':
    'Akko|Balanga|Billiri|Dukku|Funakaye|Gombe|Kaltungo|Kwami|Nafada:Nafada/Bajoga|Shongom:Shomgom' +
    '|Yamaltu/Deba:YALMALTU/ DEBA',
  '16':
    'Aboh-Mbaise|Ahiazu-Mbaise|Ehime-Mbano|Ezinihitte:EZINIHITTE MBAISE|Ideato North|Ideato South' +
    '|Ihitte/Uboma:IHITTE/UBOMA (ISINWEKE)|Ikeduru:IKEDURU (IHO)|Isiala Mbano:ISIALA MBANO (UMUELEMAI)' +
    '|Isu:ISU (UMUNDUGBA)|Mbaitoli:MBAITOLI (NWAORIEUBI);Mbatoli|Ngor-Okpala:NGOR OKPALA (UMUNEKE)' +
    '|Njaba:NJABA (NNENASA)|Nkwerre|Nwangele:NWANGELE (ONU-NWANGELE AMAIGBO)|Obowo:OBOWO (OTOKO)' +
    '|Oguta:OGUTA (OGUTA)|Ohaji/Egbema:OHAJI/EGBEMA (MMAHU-EGBEMA)|Okigwe:OKIGWE  (OKIGWE)' +
    '|Onuimo:ONUIMO (OKWE);Unuimo;Onuimo & Unuimo (listed twice)|Orlu|Orsu:ORSU (AWO IDEMILI)|Oru East' +
    '|Oru West:ORU WEST (MGBIDI)|Owerri Municipal|Owerri North:OWERRI NORTH (ORIE URATTA)' +
    '|Owerri West:OWERRI WEST (UMUGUMA)',
  '17':
    'Auyo|Babura|Birnin Kudu:Birni Kudu|Birniwa:Biriniwa|Buji|Dutse|Garki|Gagarawa|Gumel|Guri|Gwaram|Gwiwa' +
    '|Hadejia|Jahun|Kafin Hausa|Kaugama|Kazaure|Kiri Kasama:KIRIKA SAMMA;Kiri Kasamma;Kir Kasamma|Kiyawa' +
    '|Maigatari|Malam Madori|Miga|Ringim|Roni|Sule-Tankarkar|Taura|Yankwashi',
  '18':
    "Birnin-Gwari|Chikun|Giwa|Igabi|Ikara|Jaba|Jema'a|Kachia|Kaduna North|Kaduna South|Kagarko|Kajuru|Kaura" +
    '|Kauru|Kubau|Kudan|Lere|Makarfi:Markafi|Sabon-Gari|Sanga|Soba|Zangon Kataf:Zango-Kataf|Zaria',
  '19':
    'Ajingi|Albasu|Bagwai|Bebeji|Bichi|Bunkure|Dala|Dambatta:DANBATA|Dawakin Kudu:DAWAKI KUDU' +
    '|Dawakin Tofa:DAWAKI TOFA|Doguwa|Fagge|Gabasawa|Garko|Garun Malam:Garum Mallam;Garun Mallam;Garun-Mallam' +
    '|Gaya|Gezawa|Gwale|Gwarzo|Kabo|Kano Municipal|Karaye|Kibiya|Kiru|Kumbotso|Kunchi|Kura|Madobi|Makoda' +
    '|Minjibir|Nasarawa:Nassarawa|Rano|Rimin Gado|Rogo|Shanono|Sumaila|Takai:Takali|Tarauni|Tofa|Tsanyawa' +
    '|Tudun Wada|Ungogo|Warawa|Wudil',
  '20':
    'Bakori|Batagarawa|Batsari|Baure|Bindawa|Charanchi|Dandume|Danja|Dan Musa|Daura|Dutsi|Dutsin-Ma|Faskari' +
    "|Funtua|Ingawa|Jibia|Kafur|Kaita|Kankara|Kankia|Katsina|Kurfi|Kusada|Mai'Adua|Malumfashi:MALUFASHI|Mani" +
    '|Mashi|Matazu:Matazuu|Musawa|Rimi|Sabuwa|Safana|Sandamu:Sanda/Sandamu|Zango',
  '21':
    'Aleiro:ALIERO|Arewa Dandi:AREWA;Arewa|Argungu|Augie|Bagudo:Bagudu|Birnin Kebbi|Bunza|Dandi|Fakai|Gwandu' +
    '|Jega|Kalgo|Koko/Besse|Maiyama:Maiya/Maiyama|Ngaski|Sakaba|Shanga|Suru|Wasagu/Danko:Danko-Wasagu|Yauri' +
    '|Zuru',
  '22':
    'Adavi|Ajaokuta|Ankpa|Bassa|Dekina|Ibaji|Idah|Igalamela-Odolu:Igalamela Odulo|Ijumu|Kabba/Bunu' +
    '|Kogi:KOGI . K. K.|Lokoja|Mopa-Muro:MOPA MORO|Ofu|Ogori/Magongo:OGORI MANGOGO;Ogori/Mangongo|Okehi|Okene' +
    '|Olamaboro:Olamabolo|Omala|Yagba East|Yagba West',
  '23':
    'Asa|Baruten|Edu|Ekiti|Ifelodun|Ilorin East|Ilorin South|Ilorin West|Irepodun|Isin|Kaiama|Moro|Offa' +
    '|Oke-Ero|Oyun|Patigi:Pategi',
  '24':
    'Agege|Ajeromi-Ifelodun|Alimosho|Amuwo-Odofin|Apapa|Badagry|Epe|Eti-Osa|Ibeju/Lekki' +
    '|Ifako-Ijaiye:IFAKO-IJAYE;Ifako-Ijaye;Ifako/Ijaye|Ikeja|Ikorodu|Kosofe|Lagos Island|Lagos Mainland' +
    '|Mushin|Ojo|Oshodi-Isolo|Shomolu:SOMOLU|Surulere',
  '25':
    'Akwanga|Awe|Doma|Karu|Keana|Keffi|Kokona|Lafia|Nasarawa:Nassawara' +
    '|Nasarawa-Eggon:Nasarawa Egon;Nassawara Eggon|Obi|Toto|Wamba:Wambu',
  '26':
    'Agaie|Agwara|Bida|Borgu|Bosso|Chanchaga|Edati:EDATTI|Gbako|Gurara|Katcha|Kontagora|Lapai|Lavun|Magama' +
    '|Mariga|Mashegu|Mokwa|Munya:Muya;Moya|Paikoro:Pailoro|Rafi|Rijau|Shiroro|Suleja|Tafa|Wushishi',
  '27':
    'Abeokuta North|Abeokuta South|Ado-Odo/Ota|Egbado North:Yewa North|Egbado South:Yewa South|Ewekoro|Ifo' +
    '|Ijebu East|Ijebu North|Ijebu North East|Ijebu Ode|Ikenne|Imeko-Afon|Ipokia' +
    '|Obafemi-Owode:Obafemi/Obafemi Owode|Odeda|Odogbolu|Ogun Waterside|Remo North' +
    '|Sagamu:Shagamu;Shaga/Shagamu',
  '28':
    'Akoko North East|Akoko North West|Akoko South East|Akoko South West|Akure North|Akure South|Ese-Odo' +
    '|Idanre|Ifedore|Ilaje|Ile Oluji/Okeigbo|Irele|Odigbo|Okitipupa|Ondo East|Ondo West|Ose|Owo',
  '29':
    'Atakumosa East:Atakunmosa East|Atakumosa West:Atakunmosa West' +
    '|Ayedaade:Aiyedade;Aiyedaade;Aiyeda-Ade;Ayedade|Ayedire:Aiyedire|Boluwaduro|Boripe|Ede North|Ede South' +
    '|Egbedore|Ejigbo|Ife Central|Ifedayo|Ife East|Ifelodun|Ife North|Ife South|Ila|Ilesa East:Ilesha East' +
    '|Ilesa West:Ilesha West|Irepodun|Irewole|Isokan|Iwo|Obokun|Odo-Otin|Ola-Oluwa|Olorunda|Oriade|Orolu' +
    '|Osogbo',
  '30':
    'Afijio|Akinyele|Atiba|Atisbo:Atigbo|Egbeda|Ibadan North|Ibadan North East|Ibadan North West' +
    '|Ibadan South East|Ibadan South West|Ibarapa Central|Ibarapa East|Ibarapa North|Ido|Irepo|Iseyin' +
    '|Itesiwaju:Itseiwaju|Iwajowa|Kajola|Lagelu|Ogbomosho North:OGBOMOSO NORTH' +
    '|Ogbomosho South:OGBOMOSO SOUTH;Ogbmosho South|Ogo Oluwa|Olorunsogo|Oluyole|Ona-Ara|Oorelope:Orelope' +
    '|Ori Ire|Oyo East|Oyo West|Saki East|Saki West|Surulere',
  '31':
    'Barkin Ladi:BARIKIN LADI;Barikin Ladi|Bassa|Bokkos|Jos East|Jos North|Jos South|Kanam|Kanke' +
    "|Langtang North|Langtang South|Mangu|Mikang|Pankshin|Qua'an Pan:Quan'Anpan|Riyom|Shendam|Wase",
  '32':
    'Abua/Odual:Aboa/Odual|Ahoada East|Ahoada West|Akuku Toru|Andoni|Asari-Toru|Bonny|Degema|Eleme' +
    '|Emohua:Emuoha|Etche|Gokana|Ikwerre|Khana|Obio/Akpor:Obia/Akpor|Ogba/Egbema/Ndoni|Ogu/Bolo' +
    '|Okrika:Okirika|Omuma:Omumma|Opobo/Nkoro:OPOBO/NEKORO|Oyigbo|Port Harcourt|Tai',
  '33':
    'Binji|Bodinga|Dange/Shuni:Dange-shnsi|Gada|Goronyo:Goron/Goronyo|Gudu|Gwadabawa:Gawabawa|Illela|Isa' +
    '|Kware|Kebbe|Rabah|Sabon Birni:S/BIRNI|Shagari|Silame|Sokoto North|Sokoto South|Tambuwal|Tangaza:Tqngaza' +
    '|Tureta|Wamakko:Wamako|Wurno|Yabo',
  '34':
    'Ardo-Kola|Bali|Donga|Gashaka|Gassol:Cassol|Ibi|Jalingo|Karim-Lamido:Karin-Lamido|Kurmi:Kumi|Lau|Sardauna' +
    '|Takum|Ussa|Wukari|Yorro|Zing',
  '35':
    'Bade|Bursari|Damaturu|Fika|Fune|Geidam|Gujba|Gulani|Jakusko|Karasuwa:KARASAWA|Machina|Nangere|Nguru' +
    '|Potiskum|Tarmuwa:Tarmua|Yunusari|Yusufari',
  '36':
    'Anka|Bakura|Birnin Magaji:Birnin Magaji/Kiyaw;Birnin Magaji-Kiyaw|Bukkuyum|Bungudu|Gummi|Gusau' +
    '|Kaura Namoda|Maradun|Maru|Shinkafi|Talata Mafara|Tsafe:Chafe|Zurmi',
  '37':
    'Abaji|Bwari|Gwagwalada|Kuje|Kwali' +
    '|Abuja Municipal:MUNICIPAL;Abuja Municipal Area Council;Municipal Area Council;AMAC',
};
